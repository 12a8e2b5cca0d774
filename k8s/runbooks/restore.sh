#!/usr/bin/env bash
# The steps of restore.md, one a call. In namespace client-reporting, unless NAMESPACE is another.
#   restore.sh stop               suspends the Jobs that write
#   restore.sh dumps              component backup: lists its dumps
#   restore.sh fill DUMP          component backup: makes the database restored of a dump
#   restore.sh migrate OVERLAY    applies the overlay, whose migrate-secrets name the new database, and prepares the switch
#   restore.sh switch OVERLAY     stops auth and reporting, copies access from the old database, applies the overlay, starts them
#   restore.sh switch OVERLAY lost    the same where the old database can't be read: ends all tokens, and lists who has access
#   restore.sh check              compares totals with rows
#   restore.sh end                lets the Jobs go on, and deletes what the steps made
set -euo pipefail
k() { kubectl --namespace "${NAMESPACE:-client-reporting}" "$@"; }
writers='reconcile fold import'
suspend() {
  for name in $writers; do
    [ -z "$(k get cronjob "$name" --output=name --ignore-not-found)" ] || k patch cronjob "$name" --patch="{\"spec\":{\"suspend\":$1}}"
  done
}
# A pod of a CronJob, as the owner of the schemas, that does nothing.
idle() { # job, cronjob
  k delete job "$1" --ignore-not-found >/dev/null
  k create job "$1" --from="cronjob/$2" --dry-run=client --output=json |
    jq '.spec.activeDeadlineSeconds = 86400 | .spec.template.spec |= (
      .containers = [((.initContainers // []) + .containers)[0] | .command = ["sleep", "86400"] | del(.args)]
      | del(.initContainers)
      | (.volumes[] | select(.name == "secrets").secret.secretName) = "migrate-secrets")' | k apply --filename=-
  k wait --for=jsonpath='{.status.ready}'=1 --timeout=5m "job/$1"
}
completed() { # selector or name
  until k get job "$@" --output=jsonpath='{.items[*].status.conditions[*].type}{.status.conditions[*].type}' | grep -qE 'Complete|Failed'; do sleep 2; done
  k wait --for=condition=Complete --timeout=5s job "$@"
}
replicas() { k get deployment "$1" --output=jsonpath='{.spec.replicas}'; }
start() {
  k scale deployment/auth --replicas="$auth"
  k scale deployment/reporting --replicas="$reporting"
}

case ${1:-} in
  stop) suspend true ;;
  dumps)
    idle restore backup
    k exec job/restore -- ls -l /backups
    ;;
  fill) k exec job/restore -- bash /script/restore.sh /run/secrets/client-reporting/DATABASE_URL "/backups/$2" restored ;;
  migrate)
    k create secret generic before-restore --dry-run=client --output=yaml \
      --from-literal=DATABASE_URL="$(k get secret auth-secrets --output=jsonpath='{.data.DATABASE_URL}' | base64 -d)" | k apply --filename=-
    k delete job --selector=app.kubernetes.io/name=migrate
    kubectl apply --kustomize "$2"
    completed --selector=app.kubernetes.io/name=migrate
    idle after-restore psql
    ;;
  switch)
    auth=$(replicas auth) reporting=$(replicas reporting)
    [ "$auth" != 0 ] && [ "$reporting" != 0 ] || { echo 'auth or reporting has no replicas: scale them first' >&2; exit 1; }
    trap start EXIT
    k scale deployment/auth deployment/reporting --replicas=0
    k delete pods --selector='app.kubernetes.io/name in (auth, reporting)' --grace-period=2
    here=$(dirname "$0") operator=${USER:-restore}
    if [ "${3:-}" = lost ]; then
      k exec -i job/after-restore -- bash -c 'psql --quiet --single-transaction --set=ON_ERROR_STOP=1 --set=operator="$0" \
        --dbname="$(cat /run/secrets/client-reporting/DATABASE_URL)"' "$operator" <"$here/end-tokens.sql"
    else
      old=$(k get secret before-restore --output=jsonpath='{.data.DATABASE_URL}' | base64 -d)
      { printf 'old=%q operator=%q\n' "$old" "$operator"; cat "$here/copy-access.sh"; } | k exec -i job/after-restore -- bash
    fi
    kubectl apply --kustomize "$2"
    trap - EXIT
    start
    k rollout status deployment/auth
    k rollout status deployment/reporting
    ;;
  check)
    k delete job check-restored --ignore-not-found
    k create job check-restored --from=cronjob/reconcile
    completed check-restored
    ;;
  end)
    suspend false
    k delete job restore after-restore check-restored --ignore-not-found
    k delete secret before-restore --ignore-not-found
    ;;
  *)
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
