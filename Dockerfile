# One image for every program. Its command is one of
#   node dist/gateway/main.js (the default)    node dist/services/auth/main.js    node dist/services/reporting/main.js
#   node dist/services/migrate/main.js         node dist/services/auth/admin/main.js COMMAND
#   node dist/services/import/main.js DIRECTORY (dist/local/demo has demo data; --if-empty before it)
# It runs as any user, writes nothing to its file system, and ends cleanly at SIGTERM as process 1.
#   docker build --build-arg VERSION=1.0.0 --build-arg COMMIT=$(git rev-parse HEAD) -t client-reporting-api:1.0.0 .

# Digest of 2026-10-04. docs/decisions/0023-supply-chain.md says how to renew it.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM $NODE_IMAGE AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/node/package.json clients/node/
COPY services/portal/package.json services/portal/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The maps are for debuggers.
RUN npm run build && find dist -name '*.map' -delete
RUN npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx > sbom.json

FROM $NODE_IMAGE AS production
# Nothing runs them, and what is not there has no vulnerabilities.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg
ARG VERSION=unknown
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="client-reporting-api" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$COMMIT"
ENV NODE_ENV=production
WORKDIR /app
# The programs hold the libraries that they use; LICENSES has the licences.
COPY --from=build /app/sbom.json ./
COPY package.json ./
COPY --from=build /app/dist/LICENSES ./
COPY --from=build /app/dist/proto dist/proto
COPY --from=build /app/dist/runtime dist/runtime
COPY --from=build /app/dist/gateway dist/gateway
COPY --from=build /app/dist/services dist/services
COPY --from=build /app/dist/local/demo dist/local/demo
USER 10001:10001
EXPOSE 8080 9464 50051 50052
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=288", "--heap-growing-percent=300", "--disable-warning=DEP0060", "--disable-warning=DEP0169", "dist/gateway/main.js"]
