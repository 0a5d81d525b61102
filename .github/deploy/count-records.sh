#!/usr/bin/env bash
# Prints the number of records of each collection that arrived in the last 24 hours.
# The collections are those of firestore.rules. Prints no record.
#
# Needs curl, VITE_FIREBASE_PROJECT_ID, and an ACCESS_TOKEN of an account with the role
# Cloud Datastore Viewer.
set -euo pipefail

root=projects/$VITE_FIREBASE_PROJECT_ID/databases/\(default\)/documents
url=${FIRESTORE_ORIGIN:-https://firestore.googleapis.com}/v1/$root:runAggregationQuery
since=$(node -p 'new Date(Date.now() - 864e5).toJSON()')
for collection in $(grep -oP '(?<=match /)\w+(?=/\{id\})' firestore.rules); do
  body=$(node -p 'JSON.stringify({ structuredAggregationQuery: {
    aggregations: [{ alias: "count", count: {} }],
    structuredQuery: {
      from: [{ collectionId: process.argv[1] }],
      where: { fieldFilter: {
        field: { fieldPath: "timestamp" },
        op: "GREATER_THAN_OR_EQUAL",
        value: { timestampValue: process.argv[2] },
      } },
    },
  } })' "$collection" "$since")
  curl --silent --show-error --fail-with-body --globoff --retry 5 --config - \
    --data "$body" "$url" <<<"header = \"Authorization: Bearer $ACCESS_TOKEN\"" |
    node -p 'const [{ result }] = JSON.parse(fs.readFileSync(0));
      `${process.argv[1]}: ${result.aggregateFields.count.integerValue}  `' "$collection"
done
