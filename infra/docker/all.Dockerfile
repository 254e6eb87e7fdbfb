# Web server and workers in one, on one folder: docker run -p 127.0.0.1:3000:3000 -v featherpress:/data IMAGE
# Build context: the root of the repository. For both platforms: docker buildx build --platform linux/amd64,linux/arm64
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# Nothing of clouds' functions and the tools.
RUN npm run build && node infra/docker/keep-needed.ts all && mv build kept/

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Featherpress" \
  org.opencontainers.image.description="Makes images, PDFs and presentations smaller without harm" \
  org.opencontainers.image.licenses="MIT"
# On all addresses of the container; the folder of a volume is its own user's.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# The sandbox of engine processes. It needs user namespaces, which the default profiles of Docker forbid: docs/sandbox.md.
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 700 /data
WORKDIR /app
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/kept ./
# From here on there is no shell: RUN, CMD and HEALTHCHECK name a program.
COPY --from=build --chown=root:root /app/infra/docker/strip-shells.ts /tmp/strip-shells.ts
RUN ["node", "/tmp/strip-shells.ts"]
ENTRYPOINT []
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "functions/all-in-one.ts"]
