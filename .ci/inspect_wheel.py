"""Check that a wheel contains everything it must, and nothing else: ``inspect_wheel.py WHEEL``."""

import sys
import zipfile
from pathlib import Path, PurePosixPath

wheel = Path(sys.argv[1])
assert "-cp311-abi3-" in wheel.name, f"{wheel.name}: not for every Python from 3.11 on"
names = [PurePosixPath(name) for name in zipfile.ZipFile(wheel).namelist()]
tops = {name.parts[0] for name in names}
assert {top for top in tops if not top.endswith(".dist-info")} == {"engine", "kyvien", "studio", "resources"}, tops
declared = {name.with_suffix("") for name in names if name.suffix == ".pxd" and name.with_suffix(".py") in names}
built = {name.parent / name.name.split(".")[0] for name in names if name.suffix in (".so", ".pyd")}
assert declared and declared == built, declared ^ built
assert not [name for name in names if name.suffix in (".c", ".o", ".pyc")], "C sources or leftovers"
for wanted in ("engine/py.typed", "engine/core/bits.h", "resources/translations/vi/engine.json"):
    assert PurePosixPath(wanted) in names, f"{wanted} is missing"
here = {
    path.relative_to(Path(__file__).parent.parent).as_posix()
    for path in (Path(__file__).parent.parent / "resources").rglob("*")
    if path.is_file() and "__pycache__" not in path.parts
}
missing = here - {str(name) for name in names}
assert not missing, f"resources that are not in the wheel: {sorted(missing)}"
print(f"{wheel.name}: {len(names)} files, {len(built)} compiled modules, {wheel.stat().st_size / 1e6:.1f} MB")
