#!/bin/sh
# Fetches the clients that `make test-clients` runs from PyPI into a folder, once.
set -eu
folder=$1
[ -x "$folder/bin/python" ] || python3 -m venv "$folder"
"$folder/bin/python" -c "import freeagent, freeagent_api, freeagent_cli" 2>/dev/null ||
  # The second one needs a class that later versions of the last one have no more.
  "$folder/bin/python" -m pip install --quiet freeagent==0.3.1 freeagent-api==0.5.0 \
    freeagent-cli==0.6.0 requests_oauth2client==1.3.0
