# The web server of a distributed installation. Build context: the root of the repository.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# Nothing of engines, workers and the tools.
RUN npm run build && node infra/docker/keep-needed.ts web && mv build kept/

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Featherpress: web" org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/kept ./
# From here on there is no shell: RUN, CMD and HEALTHCHECK name a program.
COPY --from=build --chown=root:root /app/infra/docker/strip-shells.ts /tmp/strip-shells.ts
RUN ["node", "/tmp/strip-shells.ts"]
ENTRYPOINT []
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "functions/web.ts"]
