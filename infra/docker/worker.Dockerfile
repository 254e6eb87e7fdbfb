# A worker of a distributed installation. Build context: the root of the repository.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json LICENSE ./
RUN npm ci --no-audit --no-fund
COPY infra/docker ./infra/docker
COPY platform ./platform
COPY workers ./workers
# Nothing of the site, its server and the tools.
RUN node infra/docker/keep-needed.ts worker

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Featherpress: worker" org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production
# The sandbox of engine processes. It needs user namespaces, which the default profiles of Docker forbid: docs/sandbox.md.
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/kept ./
# From here on there is no shell: RUN, CMD and HEALTHCHECK name a program.
COPY --from=build --chown=root:root /app/infra/docker/strip-shells.ts /tmp/strip-shells.ts
RUN ["node", "/tmp/strip-shells.ts"]
ENTRYPOINT []
USER node
# The worker answers about itself on loopback only.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "workers/main.ts"]
