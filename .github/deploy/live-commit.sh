#!/usr/bin/env bash
# Prints the commit of the live release, and the time at which that release ended, as
# lines for the file $GITHUB_ENV:
#
#   LIVE_COMMIT=40b4f0d9c1...
#   LIVE_TIME=2026-11-01T09:00:00Z
#
# GitHub creates a deployment for each run of the job `done` of release.yml, because that
# job has the environment `production`. The live release is the newest deployment with the
# status `success`, which a running, failed or canceled run lacks. Prints nothing if no
# run has succeeded.
#
# Needs `gh` in PATH, GITHUB_REPOSITORY, and a GH_TOKEN with the permission
# `deployments: read`. https://docs.github.com/rest/deployments
set -euo pipefail

# Prints the value of an expression about a list of GitHub's API. Requests 100 items,
# the maximum, because 30, the default, could all be failed releases.
query() {
  gh api "repos/$GITHUB_REPOSITORY/deployments$1per_page=100" |
    node -p "const list = JSON.parse(fs.readFileSync(0)); $2"
}

# GitHub does not document the order of the list. A newer deployment has a higher id.
deployments=$(query '?environment=production&' '
  list.sort((a, b) => b.id - a.id).map(({ id, sha }) => `${id} ${sha}`).join("\n")')
while read -r id commit; do
  [[ -n $id ]] || continue
  time=$(query "/$id/statuses?" '
    list.find(({ state }) => state === "success")?.created_at ?? ""')
  [[ -n $time ]] || continue
  printf 'LIVE_COMMIT=%s\nLIVE_TIME=%s\n' "$commit" "$time"
  exit
done <<<"$deployments"
