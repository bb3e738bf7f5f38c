import { exitWithError } from '#server/base/start-error.ts'
import { JobTurns } from '#server/hosting/job-turns.ts'
import type { Program } from '#server/hosting/open-shop.ts'
import { OpenShops } from '#server/hosting/open-shops.ts'
import { operatorHostOf } from '#server/hosting/people/operator-app.ts'
import { shopRequests } from '#server/hosting/shop-requests.ts'
import { openLog } from '#server/operate/log.ts'
import { openTelemetry } from '#server/operate/telemetry.ts'
import { type Config, readConfig } from '#server/settings/config.ts'
import { hiddenColumnsOf } from '#server/shop/hidden-columns.ts'
import { displayHost } from '../base/server-address.ts'
import { buildMissingConsole } from './build-console.ts'
import type { Shop, StartOptions } from './define-shop.ts'
import { openProgram } from './open-program.ts'
import { openServer } from './open-server.ts'
import { printVulnerabilities } from './print-vulnerabilities.ts'
import { waitForStopSignal } from './stop-signal.ts'
import { isWorker, openWorkers, waitForStopMessage } from './workers.ts'

const writeLine = console.log

/** Serves all shops of the directory, or only runs their jobs, until a stop signal. */
export async function serveShops(shop: Shop, options: StartOptions): Promise<void> {
  await run(shop, options).catch(exitWithError)
}

async function run(shop: Shop, { only, onStarted = () => {} }: StartOptions): Promise<void> {
  const stopRequested = isWorker() ? Promise.race([waitForStopSignal(), waitForStopMessage()]) : waitForStopSignal()
  await using resources = new AsyncDisposableStack()
  const config = readConfig()
  const logger = openLog(config.logLevel, undefined, hiddenColumnsOf(shop.plugins))
  const telemetry = await openTelemetry(config.telemetry, logger)
  resources.defer(() => telemetry?.close())
  const program = await openProgram(shop, { config, logger, print: writeLine, telemetry }, resources)
  if (!isWorker()) printVulnerabilities(await program.directory.postgresVersion(), config, writeLine)
  if (isWorker()) await openServerOfShops(program, config, resources)
  else if (only === 'worker') openJobs(program, config, openShopsOf(program, config, resources), resources)
  else {
    await buildMissingConsole(writeLine)
    const port =
      config.workers > 1
        ? await openWorkers(
            { config, logger, databaseUrl: program.directory.url, stopRequested, print: writeLine },
            resources,
          )
        : await openServerOfShops(program, config, resources)
    await printShops(program, displayHost(config.host), port)
    if (config.hosting.operatorHost) writeLine(`  Operators: http://${config.hosting.operatorHost}:${port}/app\n`)
  }
  onStarted()
  await stopRequested
  if (!isWorker()) writeLine('Stopping')
}

const openShopsOf = (program: Program, { hosting }: Config, resources: AsyncDisposableStack): OpenShops =>
  resources.use(new OpenShops(program, hosting))

async function openServerOfShops(program: Program, config: Config, resources: AsyncDisposableStack): Promise<number> {
  const shops = openShopsOf(program, config, resources)
  const turns = config.runsJobs ? openJobs(program, config, shops, resources) : undefined
  const { directory, logger } = program
  const operators = operatorHostOf(program, config)
  if (operators) resources.use(operators)
  let isDraining = false
  const { listener, app } = shopRequests({
    shops,
    operators,
    config,
    logger,
    isReady: async () => !isDraining && (await directory.version().then(Boolean, () => false)),
    onChange: (id) => {
      if (turns) turns.request(id)
      else directory.announceJobs(id).catch((err) => logger.warn({ err }, 'New jobs could not be announced'))
    },
  })
  const drained = () => {
    isDraining = true
  }
  return openServer({ listener, app, config, drained }, resources)
}

function openJobs(
  { directory, servers, logger }: Program,
  { jobs }: Config,
  shops: OpenShops,
  resources: AsyncDisposableStack,
): JobTurns {
  const turns = resources.use(new JobTurns({ shops, directory, servers, logger }, { concurrency: jobs.concurrency }))
  resources.use(directory.listenForJobs(logger, (id) => turns.request(id)))
  return turns
}

async function printShops({ directory }: Program, host: string, port: number): Promise<void> {
  const shops = await directory.list()
  const lines = shops.slice(0, SHOWN_SHOPS).map(({ id, status, hosts }) => {
    const addresses = hosts.map((name) => `http://${name}:${port}/app`).join('  ')
    return `  ${id.padEnd(20)} ${status === 'active' ? addresses || 'no host name' : status}`
  })
  const others = shops.length > SHOWN_SHOPS ? [`  and ${shops.length - SHOWN_SHOPS} others`] : []
  writeLine(`
  Cartwright serves ${shops.length} shops at http://${host}:${port}. Press Ctrl-C to stop it.

${[...lines, ...others].join('\n') || '  Create a shop: npm run shop -- shops create first --host first.localhost'}
`)
}

const SHOWN_SHOPS = 20
