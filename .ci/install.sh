#!/bin/sh
# Cài đặt Kỳ Viện từ thư mục này, không cần mạng, không cần quyền root.
# Install Kỳ Viện from this folder, without a network and without root.
#
#   sh install.sh [FOLDER]
#
# FOLDER is ~/kyvien by default. It becomes a virtual environment: to remove Kỳ Viện, delete it. An older version in it is
# replaced. PYTHON=/path/to/python3 chooses the Python, which must be one of the versions in pythons.txt.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
target=${1:-$HOME/kyvien}
versions=$(cat "$here/pythons.txt")

# Print a sentence in Vietnamese and in English.
say() { printf '%s\n' "$1" "$2"; }

supported() {
  "$1" -c 'import sys; sys.exit("%d.%d" % sys.version_info[:2] not in sys.argv[1:])' $versions 2> /dev/null
}

python=${PYTHON:-}
for each in python3 $(printf 'python%s ' $versions); do
  if [ -z "$python" ] && supported "$each"; then python=$each; fi
done
if [ -z "$python" ] || ! supported "$python"; then
  say "Cần Python phiên bản: $(echo $versions). Chọn bằng PYTHON=/đường/dẫn/python3 sh install.sh" \
    "Needs one of the Python versions $(echo $versions). Choose it with PYTHON=/path/to/python3 sh install.sh" >&2
  exit 1
fi

# pip runs from its wheel, because Debian's Python has none. A configuration of pip could name an index or another target.
set -- "$here"/wheels/pip-*.whl
"$python" -m venv --without-pip "$target"
target=$(CDPATH='' cd -- "$target" && pwd)
PIP_CONFIG_FILE=/dev/null PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore \
  "$target/bin/python" "$1/pip" install -q --no-index --find-links "$here/wheels" --upgrade pip kyvien

# States which system libraries are missing, which only the administrator can install.
QT_QPA_PLATFORM=offscreen QT_LOGGING_RULES='*.warning=false' "$target/bin/kyvien" --check ||
  say "Cửa sổ chưa mở được; dòng lệnh dùng được: $target/bin/kyvien-engine" \
    "No window can be opened yet; the command line can be used: $target/bin/kyvien-engine" >&2
say "Đã cài đặt. Chạy: $target/bin/kyvien" "Installed. Start: $target/bin/kyvien"
