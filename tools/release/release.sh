#!/usr/bin/env bash
# Releases a version. docs/releasing.md has the steps, and what they need.
# tools/release/release.sh prepare VERSION             writes the version where it is named, commits that, tags it
# tools/release/release.sh build VERSION REGISTRY      writes image, manifests and checksums of the tag to .release/
# tools/release/release.sh publish VERSION REGISTRY    pushes and signs them
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."
step=${1:-} version=${2:-} registry=${3:-}
fail() { echo "$1" >&2; exit 1; }
[[ $step =~ ^(prepare|build|publish)$ ]] || fail "$(sed -n '2,5s/^# //p' "$0")"
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "\"$version\" is not a version: write it as 1.1.0, or 1.1.0-rc.1."
[ -z "$(git status --porcelain)" ] || fail "There are changes that are not committed: commit or remove them."
image="$registry/client-reporting-api" manifests="$registry/client-reporting-k8s"

if [ "$step" = prepare ]; then
  [ -z "$(git tag --list "v$version")" ] || fail "The tag v$version exists: choose the next version."
  grep -qF "## $version, not released" CHANGELOG.md || fail "CHANGELOG.md has no section \"## $version, not released\": add it."
  grep -qF "| $version |" docs/operations/upgrades.md || fail "docs/operations/upgrades.md has no row of $version: add it."
  edit() { sed -i.before "$2" "$1" && rm "$1.before"; }
  edit CHANGELOG.md "s/^## $version, not released/## $version, $(date -u +%F)/"
  npm version "$version" --no-git-tag-version --allow-same-version --ignore-scripts > /dev/null
  edit k8s/overlays/production/kustomization.yaml "/name: client-reporting-api, /s/newTag: [^ ]*/newTag: $version/
    s/migrate-[0-9][^ ]*/migrate-$(tr 'A-Z.' 'a-z-' <<< "$version")/
    s/\(change-cause, value: \)[^ ]*/\1$version/
    s|blob/v[0-9][^/]*/k8s|blob/v$version/k8s|"
  node --import tsx tools/release/check.ts --record
  npm run --silent generate
  git commit --quiet --all --message "chore(release): $version"
  git tag --annotate "v$version" --message "$version"
  exit
fi

[ "$(git tag --points-at HEAD --list "v$version")" ] || fail "The tag v$version is not checked out."
[[ $registry =~ ^[a-z0-9] && ! $registry =~ ://|/$ ]] || fail "Name the registry as registry.example.com/team."
image_file="client-reporting-api-$version.oci.tar" manifests_file="client-reporting-k8s-$version.tar.gz"
if [ "$step" = build ]; then
  rm -rf .release && mkdir -p .release/manifests
  docker buildx build --platform "${PLATFORM:-linux/amd64,linux/arm64}" --build-arg "VERSION=$version" --build-arg "COMMIT=$(git rev-parse HEAD)" \
    --sbom=true --provenance=mode=max --metadata-file .release/image.json --tag "$image:$version" --output "type=oci,dest=.release/$image_file" .
  digest=$(sed -n 's/.*"containerimage.digest": "\([^"]*\)".*/\1/p' .release/image.json)
  git archive HEAD k8s/base k8s/components k8s/runbooks k8s/overlays/production docs README.md CHANGELOG.md clients/node/README.md | tar -x -C .release/manifests
  printf 'images:\n  - { name: client-reporting-api, newName: %s, digest: %s }\n' "$image" "'$digest'" >> .release/manifests/k8s/base/kustomization.yaml
  sed -i.before '/name: client-reporting-api, /d' .release/manifests/k8s/overlays/production/kustomization.yaml
  find .release -name '*.before' -delete
  tar -czf ".release/$manifests_file" -C .release/manifests .
  rm -r .release/manifests .release/image.json
  cd .release && sha256sum "$image_file" "$manifests_file" > SHA256SUMS
else
  cd .release
  sha256sum --check SHA256SUMS
  oras cp --from-oci-layout "$image_file:$version" "$image:$version"
  oras push --annotation "org.opencontainers.image.revision=$(git rev-parse HEAD)" "$manifests:$version" "$manifests_file:application/vnd.oci.image.layer.v1.tar+gzip"
  for name in "$image" "$manifests"; do cosign sign --yes "$name@$(oras resolve "$name:$version")"; done
  cosign sign-blob --yes --bundle SHA256SUMS.bundle SHA256SUMS
fi
