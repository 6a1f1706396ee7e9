#!/bin/sh
# Fetches the clients that `make test-mcp` runs from PyPI into a folder, once: each in a place of its own.
set -eu
folder=$1
mkdir -p "$folder"
fetch() {
  [ -x "$folder/$1/bin/python" ] || python3 -m venv "$folder/$1"
  "$folder/$1/bin/python" -c "$2" 2>/dev/null || {
    shift 2
    "$folder/$name/bin/python" -m pip install --quiet "$@"
  }
}
name=new && fetch new "import mcp_types, jsonschema, ag_ui, acp" \
  mcp==2.3.0 jsonschema ag-ui-protocol==1.0.0 agent-client-protocol==0.12.1
name=old && fetch old "import mcp, jsonschema" mcp==1.30.0 jsonschema
name=fast && fetch fast "import fastmcp, jsonschema" fastmcp==4.2.3 jsonschema
