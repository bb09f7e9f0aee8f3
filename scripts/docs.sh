#!/bin/sh
# Makes the documentation's site in build/docs, or in the folder that is named:
# scripts/docs.sh [FOLDER]. The reference pages of ops and passes are made from
# TableGen first; a link that leads nowhere is an error.
set -eu
cd "$(dirname "$0")/.."

python3 utils/generate-docs.py .
exec python3 utils/build-site.py . "${1:-build/docs}"
