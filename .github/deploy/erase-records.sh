#!/usr/bin/env bash
# Erases the records that the smoke test has left. Each argument is a file with paths
# of records, such as waitlist/ID, one on each line. After the path of a record that
# must be stored, the line says "stored". Fails if such a record is missing, because
# then the smoke test has seen "Sent." for nothing.
#
# Needs curl, VITE_FIREBASE_PROJECT_ID, and an ACCESS_TOKEN of an account that may read
# and erase records by their ids.
set -euo pipefail

root=projects/$VITE_FIREBASE_PROJECT_ID/databases/\(default\)/documents
url=${FIRESTORE_ORIGIN:-https://firestore.googleapis.com}/v1/$root
# The option keeps the token out of the list of processes.
request() {
  curl --silent --show-error --retry 5 --config - "$@" <<<"header = \"Authorization: Bearer $ACCESS_TOKEN\""
}

missing=()
declare -A writes=()
while read -r path mark; do
  [[ -n $path ]] || continue
  if [[ ! $path =~ ^[A-Za-z]+/[0-9a-f-]{36}$ ]]; then
    echo "Not the path of a record: $path"
    exit 1
  fi
  writes[$path]="{\"delete\":\"$root/$path\"}"
  [[ $mark == stored ]] || continue
  status=$(request --globoff --output /dev/null --write-out '%{http_code}' "$url/$path")
  [[ $status == 200 ]] || missing+=("$path ($status)")
done < <(cat "$@")

[[ -n ${writes[*]:-} ]] || { echo 'There is nothing to erase.'; exit; }
body="{\"writes\":[$(IFS=,; echo "${writes[*]}")]}"
if ! request --globoff --fail --output /dev/null --data "$body" "$url:commit"; then
  echo "NOT ERASED in $VITE_FIREBASE_PROJECT_ID:"
  printf '%s\n' "${!writes[@]}"
  exit 1
fi
echo "Erased the records of the smoke test."

if [[ -n ${missing[*]:-} ]]; then
  echo "The site said \"Sent.\", but these records were not stored: ${missing[*]}"
  exit 1
fi
