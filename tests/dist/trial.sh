#!/bin/sh
# Runs in a bare system, started by tests/dist/run: /trial has the artefacts.
set -eu
suite=$1
cd /trial
for tool in cargo rustc cc; do
    if command -v "$tool" >/dev/null; then echo "this system is not bare: it has $tool" >&2; exit 1; fi
done
grep -v '^#' korf100.txt | awk '{ print $2 }' >expected

# The command builds and verifies the tables, and solves the boards in the published numbers of moves.
try() {
    label=$1
    shift
    rm -rf pdb
    "$@" --quiet pdb build --partition 6-6-3 --out pdb >/dev/null
    "$@" --quiet pdb verify pdb >/dev/null
    "$@" --quiet solve --goal first --pdb pdb --heuristic 6-6-3 --json korf100.txt |
        sed 's/.*"length":\([0-9]*\),.*/\1/' >lengths
    cmp expected lengths
    echo "$suite, $label: $("$@" -V), $(wc -l <lengths) boards in the published lengths, $(ls pdb | wc -l) tables"
}
is_there() { [ -e "$1" ]; }
if is_there fifteen-*-x86_64-unknown-linux-gnu.tar.gz; then
    tar xzf fifteen-*-x86_64-unknown-linux-gnu.tar.gz
    try "archive" ./fifteen-*-x86_64-unknown-linux-gnu/fifteen
fi
if is_there fifteen_*.deb; then
    dpkg --install fifteen_*.deb >/dev/null
    try "package" /usr/bin/fifteen
    dpkg --purge fifteen >/dev/null
    if [ -e /usr/bin/fifteen ]; then echo "the package leaves /usr/bin/fifteen behind" >&2; exit 1; fi
fi
if is_there fifteen-*.whl; then
    python3 -m venv environment
    environment/bin/pip install --quiet --disable-pip-version-check --no-index --find-links wheels fifteen-*.whl
    try "command of the wheel" environment/bin/fifteen
    environment/bin/python trial.py "$suite"
fi
