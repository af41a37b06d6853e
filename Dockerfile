# Mandi in a container: the site built inside, nothing of the tools of development in the end, not run as root.
#   docker build -t mandi . && docker run --rm -p 3000:3000 -e HOST=0.0.0.0 -e MANDI_ADMIN_TOKEN=... mandi
FROM node:22.23.0-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1 PRISMA_HIDE_UPDATE_MESSAGE=1
# First what the packages depend on alone, so that a change of code does not fetch them again.
COPY package.json package-lock.json ./
COPY bin/package.json bin/
COPY scripts scripts
COPY prisma prisma
COPY prisma.config.ts ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22.23.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1 HOST=0.0.0.0 PORT=3000 MANDI_HOME=/data
# Volumes that are mounted there belong to whom the folders belong to.
RUN mkdir -p /data/exports /data/archive /models && chown -R node:node /data /models
COPY --from=build --chown=node:node /app ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/healthcheck.mjs"]
STOPSIGNAL SIGTERM
CMD ["node", "scripts/start.mjs"]
