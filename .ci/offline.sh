#!/usr/bin/env bash
# Make a folder from which Kỳ Viện is installed on Linux without a network and without root (install.sh):
#
#   .ci/offline.sh WHEEL FOLDER
#
# It contains WHEEL, the wheel of Kỳ Viện, and the wheels of pip and of all dependencies for this kind of computer and for
# each Python version in pyproject.toml. Needs the package index.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
wheel=$1 folder=$2
project=$here/../pyproject.toml
mapfile -t versions < <(sed -n 's/^ *"Programming Language :: Python :: \(3\.[0-9]*\)",$/\1/p' "$project")
# pip compares the markers of requirements with the Python that runs, not with --python-version.
qt=$(sed -n "s/^ *\"\(PySide6[^;]*\); python_version < .*/\1/p" "$project")
mkdir -p "$folder/wheels"
download() { python3 -m pip download -q --only-binary :all: --dest "$folder/wheels" "$@"; }
download pip
for version in "${versions[@]}"; do
  download --python-version "$version" "$wheel" "$qt"
done
printf '%s\n' "${versions[@]}" > "$folder/pythons.txt"
cp "$here/install.sh" "$folder"
