#!/bin/sh
# Runs every test of the project: builds the release preset, then the unit tests,
# the lit suite, and the lit suite's mind-opt runs once more with every module
# printed, parsed and compared. Ends with `N passed, N failed, N skipped`.
set -u
cd "$(dirname "$0")/.."

sh scripts/setup.sh || exit 1
sh scripts/build.sh release || exit 1
exec python3 utils/run-tests.py build/release
