"""The command line of ``python -m engine``, which is the same as ``kyvien-engine``."""

from engine.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
