#!/bin/sh
# Runs the agents' sessions with each client: run.sh FOLDER [PATTERN].
set -eu
folder=$(cd "$1" && pwd)
pattern=${2:-}
cd "$(dirname "$0")"
status=0
run() {
  for test in $2; do
    case "$1/$test" in *"$pattern"*) ;; *) continue ;; esac
    echo "== $1: $test" >&2
    "$folder/$1/bin/python" -B "$test.py" || status=1
  done
}
run new "test_faults test_requirements test_messages test_agents test_walks test_agui"
run old "test_agents test_walks"
run fast "test_agents test_walks"
exit $status
