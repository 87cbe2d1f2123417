#!/bin/sh
# Makes the five reports, the cheap ones first; a run that was stopped goes on where it was.
# sh docs/reports/make.sh [COMMAND], where COMMAND is how calumma is called.
set -e
calumma=${1:-calumma}
$calumma report yamamoto --matches 5000 --bot level:5 --out docs/reports/yamamoto
$calumma report chamelequin --matches 2000 --bot level:5 --out docs/reports/chamelequin
$calumma report piecepack --matches 2000 --bot level:5 --out docs/reports/piecepack
$calumma report life --matches 2000 --bot level:5 --out docs/reports/life
$calumma report bradley --matches 2000 --table-matches 200 --bot level:5 --opening 4 --out docs/reports/bradley
for game in yamamoto chamelequin piecepack life bradley; do
    cp "docs/reports/$game/measured.json" "src/calumma/games/$game/measured.json"  # the site shows it
done
