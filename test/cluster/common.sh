# What test/cluster/run and operators/run share: a namespace, its overlays, load, and the rows of the table. They set
#   image                of the product
#   tried, settings      the kustomization that is tried, and the files that differ from overlay to overlay
#   placeholders         an expression of sed for what it renders
namespace=client-reporting-try rate=${RATE:-60}
for program in kubectl jq node; do
  command -v "$program" >/dev/null || { echo "$0 needs $program" >&2; exit 2; }
done
if kubectl get namespace "$namespace" >/dev/null 2>&1; then
  echo "The namespace $namespace exists already: kubectl delete namespace $namespace" >&2
  exit 2
fi
work=$(mktemp -d) failures=0 not_checked=0
k() { kubectl --namespace "$namespace" "$@"; }
finish() {
  [ ! -s "$work/drained" ] || kubectl uncordon "$(cat "$work/drained")" >/dev/null
  bring_back
  kubectl delete namespace "$namespace" --wait=true >/dev/null 2>&1 || true
  rm -rf "$work"
}
bring_back() { # the node that was taken away, if it is still gone
  [ ! -s "$work/lost" ] || bash -c "${NODE_BACK//'{}'/$(cat "$work/lost")}" || return
  : >"$work/lost"
}
trap finish EXIT
trap 'exit 130' INT TERM

say() { echo "$*" >&2; }
row() { # name, outcome, right?, and then the other columns
  local mark=yes
  [ "$3" = 0 ] || { mark='**no**' failures=$((failures + 1)); }
  printf '| %s | %s | %s | %s |\n' "$1" "${4:-}" "$2" "$mark"
}
skipped() { # name, reason
  not_checked=$((not_checked + 1))
  printf '| %s | | NOT CHECKED: %s | |\n' "$1" "$2"
}
wanted() { [[ $1 =~ ${ONLY:-.} ]]; }
of() { jq -r "$1" "$work/answers"; }
is() { jq -e "$1" "$work/answers" >/dev/null; }
now() { k exec load -- date +%s%3N; }
pods() { k get pods --selector "app.kubernetes.io/name=$1" "${@:2}"; }
first_pod() { pods "$1" --output name | head -n 1; }
in_pod() { k exec "$1" -- node --input-type=module --eval "$2"; }

# All pods of the programs are ready, and those that were replaced are gone.
settled() {
  local program
  for program in gateway auth reporting portal; do k rollout status "deployment/$program" --timeout=300s >/dev/null; done
  for _ in $(seq 150); do
    [ "$(k get pods --output json | jq '[.items[] | select(.metadata.deletionTimestamp)] | length')" = 0 ] && return
    sleep 1
  done
  return 1
}

# Runs a command while requests are sent, from just before it until all pods have settled and a little longer.
under_load() { # command...
  coproc load { k exec --stdin load -- node /load/load.ts send http://gateway "$rate" "${data_change:-0}" >"$work/answers"; }
  local input=${load[1]} pid=$load_PID
  sleep 3
  # In the background, as an error ends the command only there.
  (set -e; "$@") >"$work/output" 2>&1 &
  ended=0; wait $! || ended=$?
  [ "$ended" = 0 ] || say "$* ended with status $ended: $(tail -n 3 "$work/output")"
  settled
  sleep 5
  eval "exec $input>&-"
  wait "$pid"
  failures_by >&2
}
failures_by() { of '.failures | group_by([.status, (.path | sub("\\?.*"; ""))])[] | "\(length) × \(.[0].status) \(.[0].path | sub("\\?.*"; ""))"'; }
failed_after() { of "[.failures[] | select(.at > $1)] | length"; } # that were sent after this time
sent() { of '"\(.sent) requests, p50 \(.p50) ms, p99 \(.p99) ms"'; }
others() { of 'if .failures == [] then "all 200" else (.failures | group_by(.status) | map("\(length) × \(.[0].status)") | join(", ")) end'; }
try() { # name, judgement, command...: a judgement ends with 0 if the answers are right, and prints what else there is to say of them
  wanted "$1" || return 0
  say "$1"
  under_load "${@:3}"
  local more right=0
  more=$("$2") || right=1
  row "$1" "$([ "$ended" = 0 ] || echo 'NOT DONE; ')$(others)$more" "$((right + ended))" "$(sent)"
}
all_200() { is '.failures == []'; }
# Of a failure of what was back at the time in $work/back.
only_503_until_back_10() { only_503_until_back 10000; }
only_503_until_back() { # how long after it, in ms
  local late
  late=$(of "[.failures[] | .at + .ms - $(cat "$work/back")] | max // 0 | if . > 0 then . else 0 end")
  printf '; the last %s ms after it was ready' "$late"
  is '.failures | all(.status == 503)' && [ "$late" -le "${1:-5000}" ]
}
none_failed() { try "$1" all_200 "${@:2}"; }
unless() { # what this cluster lacks or nothing, try or another command, name...
  if [ -z "$1" ]; then "${@:2}"; elif wanted "$3"; then skipped "$3" "$1"; fi
}

read_reports() { k exec load -- node /load/load.ts read http://gateway; }

# An overlay of a release: with its image, a migrate Job of its name, and its $settings changed by an expression of sed.
overlay() { # name, image, expression
  local directory=$work/$1 source=$work/$1/source
  mkdir -p "$source/test"
  cp -r ../../k8s "$source"
  cp -r . "$source/test/cluster"
  (cd "$source" && sed -E -i "${3:-}" $settings)
  [ ! -e "$source/$tried/store.yaml" ] || cp "$source/$tried/store.yaml" "$directory"
  kubectl kustomize "$source/$tried" | sed -E "${placeholders:-};s#image: client-reporting-api(:local)?\$#image: $2#; s#image: client-reporting-load\$#image: $image#" >"$directory/all.yaml"
  cat >"$directory/kustomization.yaml" <<END
resources: [all.yaml]
patches:
  - target: { kind: Job, name: migrate }
    options: { allowNameChange: true }
    patch: '- { op: replace, path: /metadata/name, value: migrate-$1 }'
END
}
runbook() { # overlays that are applied in turns, file...
  local paths=()
  for name in $1; do paths+=("$work/$name"); done
  node --import tsx runbooks.ts "$namespace" "${paths[*]}" "${@:2}"
}

lose_node() { # node, for how many seconds after Kubernetes has marked it
  local node=$1
  # This is a subshell: nothing settles without the node.
  trap bring_back EXIT
  echo "$node" >"$work/lost"
  now >"$work/gone"
  bash -c "${NODE_GONE//'{}'/$node}"
  kubectl wait --for=condition=Ready=Unknown --timeout=120s "node/$node"
  now >"$work/marked"
  sleep "$2"
  now >"$work/returns"
  bring_back
  kubectl wait --for=condition=Ready --timeout=120s "node/$node"
  sleep 10
}

# Applies the first overlay, and prints the head of the table.
begin() {
  say "kubectl apply -k, image $image"
  local started=$SECONDS ready restarts cached
  kubectl apply -k "$work/first" >/dev/null
  settled
  k wait --for=condition=Ready --timeout=300s pod --selector '!batch.kubernetes.io/job-name' >/dev/null
  k wait --for=condition=Complete --timeout=300s job/migrate-first >/dev/null
  ready=$((SECONDS - started))
  restarts=$(k get pods --output json | jq '[.items[].status.containerStatuses[]?.restartCount] | add')
  k create job demo-data --from=cronjob/demo-data >/dev/null
  k wait --for=condition=Complete --timeout=300s job/demo-data >/dev/null
  cached=$(k exec load -- node /load/load.ts fresh reporting)

  echo "Kubernetes $(kubectl version --output json | jq -r .serverVersion.gitVersion), $(kubectl get nodes --output name | wc -l) nodes, the DNS caches names for $cached s, $rate requests a second, $(date -u +%F)."
  echo
  echo '| what happens | meanwhile | answers | as it should be |'
  echo '|---|---|---|---|'
  row 'all is ready after `kubectl apply -k`' "after $ready s, $restarts restarts" "$restarts"
}
# All rows are printed.
end() {
  [ "$not_checked" = 0 ] || say "$not_checked not checked"
  [ "$failures" = 0 ] || { say "$failures not as they should be"; exit 1; }
}
