import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'
import { drillOf } from '#server/backups/drill-of-shop.ts'
import { exitWithError } from '#server/base/start-error.ts'
import { useDatabaseServer } from '#server/database/connect.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { postgresVersionOf } from '#server/database/postgres-version.ts'
import { createJobContext } from '#server/jobs/create-job-context.ts'
import { startRunner } from '#server/jobs/runner.ts'
import { observePool } from '#server/operate/observe-pool.ts'
import { openTelemetry } from '#server/operate/telemetry.ts'
import { operationsOf } from '#server/operations/job-operations.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { readShop } from '#server/process/read-shop.ts'
import { waitForStopSignal } from '#server/process/stop-signal.ts'
import { openFileStore } from '#server/providers/files.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { printVulnerabilities } from './print-vulnerabilities.ts'

const writeLine = console.log

/** Runs jobs and no HTTP server, until a stop signal. Any number of workers can run next to the servers. */
export async function runWorker(shop: Shop): Promise<void> {
  await run(shop).catch(exitWithError)
}

async function run(shop: Shop): Promise<void> {
  const stopRequested = waitForStopSignal()
  await using resources = new AsyncDisposableStack()
  const { config, parts, logger } = readShop(shop)
  const telemetry = await openTelemetry(config.telemetry, logger)
  resources.defer(() => telemetry?.close())
  const database = await useDatabaseServer(config, { print: writeLine, logger })
  resources.defer(() => database.stop())
  const orm = await openDatabase(database.url, config.database, { ...parts, logger })
  resources.defer(() => waitWithTimeout(2000, () => orm.close()))
  await prepareDatabase(orm, { print: writeLine, parts })
  printVulnerabilities(await postgresVersionOf(orm), config, writeLine)

  observePool(orm, telemetry)
  const files = await openFileStore({ config, parts })
  const operations = operationsOf({ orm, config, files, parts })
  const context = createJobContext(config, {
    ...{ orm, parts, files, logger, operations, telemetry },
    drill: drillOf({ orm, config, parts }, logger),
  })
  const runner = await startRunner(context, { databaseUrl: directUrlOf(orm), ...config.jobs })
  resources.defer(() => runner.stop())
  writeLine('The worker is running. Press Ctrl-C to stop it.')
  await stopRequested
  writeLine('Stopping')
}
