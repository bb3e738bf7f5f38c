import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { registerApps } from '#entities/app/register-apps.ts'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { ensureAdministrator } from '#server/database/administrator.ts'
import { startDatabaseServer } from '#server/database/connect.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { oneAtATime, openDatabase, prepareDatabase } from '#server/database/open.ts'
import { installedContext } from '#server/jobs/installed-context.ts'
import { startRunner } from '#server/jobs/runner.ts'
import { drain, listen, rememberStreams } from '#server/listen.ts'
import { http } from '#server/node-http.ts'
import { atMost } from '#server/operate/at-most.ts'
import { httpServer } from '#server/operate/http-server.ts'
import { Readiness } from '#server/operate/readiness.ts'
import { step } from '#server/progress.ts'
import { openFiles } from '#server/providers/files.ts'
import { installedProviders } from '#server/providers/installed.ts'
import { endWithError } from '#server/start-error.ts'
import { stopSignal } from '#server/stop-signal.ts'

const say = console.log

/** Runs the server until it is asked to stop; calls `started` once it answers. */
export async function serve(started: () => void): Promise<void> {
  await run(started).catch(endWithError)
}

async function run(started: () => void): Promise<void> {
  const stopAsked = stopSignal()
  await using ending = new AsyncDisposableStack()
  await start(readConfig(), ending)
  started()
  await stopAsked
  say('Stopping')
}

/** Starts the parts in the order they need one another; `ending` stops them in the reverse order. */
async function start(config: Config, ending: AsyncDisposableStack): Promise<void> {
  await assertPortIsFree(config)
  const database = await startDatabaseServer(config, say)
  ending.defer(() => database.stop())
  const orm = await openDatabase(database.url, config.database)
  // A statement may still wait for a lock, on behalf of somebody who has had their time.
  ending.defer(() => atMost(2000, () => orm.close()))

  await prepareDatabase(orm, { say })
  const seed = config.seed ?? (database.isNew ? 'demo' : 'none')
  const administrator = await oneAtATime(orm, async () => {
    if (seed === 'demo') await step(say, 'demo shop', () => seedDemoShop(orm))
    return ensureAdministrator(orm, { email: config.adminEmail, password: config.adminPassword })
  })
  await registerApps(orm.em.fork(), installedProviders.oauth)
  database.markFilled()

  const files = await openFiles(config)
  const logger = pino({ level: config.logLevel })
  if (config.doesJobs) {
    const context = installedContext(config, { orm, files, logger })
    const runner = await startRunner(context, { databaseUrl: directUrlOf(orm), ...config.jobs })
    ending.defer(() => runner.stop())
  }
  const readiness = new Readiness(orm, config.ready)
  ending.defer(() => readiness.close())
  const app = createApp({ orm, config, files, logger, readiness })
  const server = await listen(rememberStreams(httpServer(config.http, app)), config)
  ending.defer(() => drain(server, config.drain.patience))
  ending.defer(() => {
    readiness.drain()
    return pause(config.drain.delay)
  })
  const { port } = server.address() as AddressInfo
  showAddresses(shownHost(config.host), port)
  if (administrator.generatedPassword) {
    say(`  administrator  ${administrator.email}  password ${administrator.generatedPassword} (shown this once)\n`)
  }
}

// Known before anything is made, so that the generated password is not lost with a start that fails at its end.
async function assertPortIsFree(config: Config): Promise<void> {
  const probe = await listen(http.createServer(), config)
  await drain(probe)
}

// A server on every interface has no address of its own to show.
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function showAddresses(host: string, port: number): void {
  const shop = `http://${host}:${port}`
  say(`
  Cartwright is open. Ctrl-C closes it.

  REST           ${shop}/store  ${shop}/admin
  tRPC           ${shop}/trpc
  documentation  ${shop}/docs
  try            curl '${shop}/store/products?limit=3'
`)
}
