#!/usr/bin/env bash
# Fills the current folder with a checkout of the tag v2, which follows the tag v1, and
# with a site whose live version is `old`.
set -euo pipefail

git init -q
for tag in v1 v2; do
  printf 'of %s' "$tag" >firestore.rules
  git add firestore.rules
  git -c user.name=ada -c user.email=ada@loom.example commit -qm "$tag"
  git tag "$tag"
done
echo '{ "firestore": { "rules": "firestore.rules", "predeploy": "a" },
  "hosting": { "public": "dist", "predeploy": "b" } }' >firebase.json
mkdir channels
echo old >channels/live
