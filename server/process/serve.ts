import { createServer } from 'node:http'
import type { MikroORM } from '@mikro-orm/postgresql'
import { setRequiredShipping } from '#entities/market/store/required-shipping.ts'
import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'
import { type AddedUser, ensureAdministrator } from '#server/database/administrator.ts'
import { startDatabaseServer } from '#server/database/connect.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { postgresVersionOf } from '#server/database/postgres-version.ts'
import { openReplicas } from '#server/database/replicas.ts'
import { startRunner } from '#server/jobs/runner.ts'
import { observePool } from '#server/operate/observe-pool.ts'
import { openTelemetry } from '#server/operate/telemetry.ts'
import { openServices } from '#server/operations/open-services.ts'
import type { ComposedShop, Shop } from '#server/process/define-shop.ts'
import { readShop } from '#server/process/read-shop.ts'
import { openFileStore } from '#server/providers/files.ts'
import { registerProviders } from '#server/providers/register-providers.ts'
import type { Config } from '#server/settings/config.ts'
import { hasStorefront } from '#server/shop/has-storefront.ts'
import { openDatabase, prepareDatabase, withAdvisoryLock } from '#server/shop/open-database.ts'
import { runWithProgress } from '../base/progress.ts'
import { displayHost, serverOrigin } from '../base/server-address.ts'
import { exitWithError } from '../base/start-error.ts'
import { buildMissingConsole } from './build-console.ts'
import { drain, listen } from './listen.ts'
import { openServer } from './open-server.ts'
import { printVulnerabilities } from './print-vulnerabilities.ts'
import { waitForStopSignal } from './stop-signal.ts'
import { isWorker, openWorkers, waitForStopMessage } from './workers.ts'

const writeLine = console.log

/** Runs the server until it receives a stop signal. Calls `started` when the server takes requests. */
export async function serve(shop: Shop, started?: () => void): Promise<void> {
  await run(shop, started).catch(exitWithError)
}

async function run(shop: Shop, started: () => void = () => {}): Promise<void> {
  const stopRequested = isWorker() ? Promise.race([waitForStopSignal(), waitForStopMessage()]) : waitForStopSignal()
  await using resources = new AsyncDisposableStack()
  const composed = readShop(shop)
  const { config } = composed
  if (isWorker()) {
    await openAsWorker(composed, resources)
    started()
    await stopRequested
    return
  }
  const prepared = await prepareShop(composed, resources)
  const port =
    config.workers > 1
      ? await openInWorkers(composed, { ...prepared, stopRequested }, resources)
      : await openShop(composed, prepared.orm, resources)
  printAddresses(displayHost(config.host), port, hasStorefront(composed.parts))
  if (config.production && composed.parts.notifications.size === 0)
    writeLine('! The shop sends no e-mail, because it has no notification provider. See docs/start/email.md')
  const { email, generatedPassword } = prepared.administrator
  if (generatedPassword) writeLine(`  administrator  ${email}  password ${generatedPassword} (not shown again)\n`)
  started()
  await stopRequested
  writeLine('Stopping')
}

interface PreparedShop {
  databaseUrl: string
  orm: MikroORM
  administrator: Partial<AddedUser>
}

async function prepareShop(
  { config, parts, logger }: ComposedShop,
  resources: AsyncDisposableStack,
): Promise<PreparedShop> {
  await assertPortIsFree(config)
  await buildMissingConsole(writeLine)
  const database = await startDatabaseServer(config, { print: writeLine, logger })
  resources.defer(() => database.stop())
  const orm = await openDatabase(database.url, config.database, { ...parts, logger })
  // A statement of a timed-out request may still wait for a lock.
  resources.defer(() => waitWithTimeout(2000, () => orm.close()))

  await prepareDatabase(orm, { print: writeLine, parts })
  printVulnerabilities(await postgresVersionOf(orm), config, writeLine)
  await registerProviders(orm.em.fork(), parts.providers)
  const seed = config.seed ?? (database.isNew ? 'demo' : 'none')
  const administrator = await withAdvisoryLock(orm, async () => {
    const isSeeded = seed !== 'none' && (await runWithProgress(writeLine, 'catalogue', () => seedDemoShop(orm)))
    if (config.enablesInventory) await enableInventory(orm)
    if (config.requiresShipping !== undefined) await setRequiredShipping(orm.em.fork(), config.requiresShipping)
    const added = await ensureAdministrator(orm, { email: config.adminEmail, password: config.adminPassword })
    if (isSeeded && seed === 'demo') {
      if (added.email) database.markFilling()
      await runWithProgress(writeLine, 'demo shop', () => loadAndFillDemoShop({ config, parts }, orm))
    }
    return added
  })
  database.markFilled()
  return { databaseUrl: database.url, orm, administrator }
}

/** Other starts do not load the code of the demo shop. */
async function loadAndFillDemoShop(
  { config, parts }: Pick<ComposedShop, 'config' | 'parts'>,
  orm: MikroORM,
): Promise<void> {
  const { fillDemoShop } = await import('#server/demo/fill-demo-shop.ts')
  const files = await openFileStore({ config, parts })
  await fillDemoShop({ orm, config, parts, files, origin: serverOrigin(config) })
}

async function openShop(
  { config, parts, logger }: ComposedShop,
  orm: MikroORM,
  resources: AsyncDisposableStack,
): Promise<number> {
  const telemetry = await openTelemetry(config.telemetry, logger)
  resources.defer(() => telemetry?.close())
  const replicas = await openReplicas(orm, { ...config.database.replicas, logger })
  resources.defer(async () => replicas?.close())
  const { app, jobs, readiness } = await openServices({ orm, config, parts, logger, telemetry, replicas }, resources)
  if (config.runsJobs) {
    const runner = await startRunner(jobs(), { databaseUrl: directUrlOf(orm), ...config.jobs })
    resources.defer(() => runner.stop())
  }
  observePool(orm, telemetry)
  return openServer({ app: app(), config, drained: () => readiness.drain() }, resources)
}

async function openInWorkers(
  { config, logger }: ComposedShop,
  { orm, databaseUrl, stopRequested }: PreparedShop & { stopRequested: Promise<void> },
  resources: AsyncDisposableStack,
): Promise<number> {
  await warnAboutConnections(orm, config)
  await orm.close()
  return openWorkers({ config, logger, databaseUrl, stopRequested, print: writeLine }, resources)
}

async function openAsWorker(composed: ComposedShop, resources: AsyncDisposableStack): Promise<void> {
  const { config, parts, logger } = composed
  const orm = await openDatabase(config.databaseUrl!, config.database, { ...parts, logger })
  resources.defer(() => waitWithTimeout(2000, () => orm.close()))
  await openShop(composed, orm, resources)
}

/** One connection checks readiness, and one listens for changes of batch jobs. */
const EXTRA_CONNECTIONS = 2

async function warnAboutConnections(orm: MikroORM, { workers, database, jobs }: Config): Promise<void> {
  const connections = workers * (database.poolMax + EXTRA_CONNECTIONS) + jobs.concurrency + 2
  const [row] = await orm.em
    .fork()
    .execute<[{ free: number }]>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free`,
    )
  if (connections > row.free)
    writeLine(
      `! ${workers} workers can open ${connections} connections, but PostgreSQL accepts ${row.free}. Lower DATABASE_POOL_MAX.`,
    )
}

// The generated password is printed at the end of the start, and would be lost if the start then failed.
async function assertPortIsFree(config: Config): Promise<void> {
  const probe = await listen(createServer(), config)
  await drain(probe)
}

function printAddresses(host: string, port: number, showsStorefront: boolean): void {
  const shop = `http://${host}:${port}`
  const storefront = showsStorefront ? `\n  storefront     ${shop}` : ''
  writeLine(`
  Cartwright is running. Press Ctrl-C to stop it.
${storefront}
  console        ${shop}/app
  REST           ${shop}/store  ${shop}/admin
  tRPC           ${shop}/trpc
  documentation  ${shop}/docs
  all addresses  ${shop}/developers
  try            curl '${shop}/store/products?limit=3'
`)
}
