import { readConfig } from '#server/config.ts'
import { borrowDatabaseServer } from '#server/database/connect.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { openDatabase, prepareDatabase } from '#server/database/open.ts'
import { installedContext } from '#server/jobs/installed-context.ts'
import { startRunner } from '#server/jobs/runner.ts'
import { atMost } from '#server/operate/at-most.ts'
import { openLog } from '#server/operate/log.ts'
import { openTelemetry } from '#server/operate/telemetry.ts'
import { watchPool } from '#server/operate/watch-pool.ts'
import { openFiles } from '#server/providers/files.ts'
import { endWithError } from '#server/start-error.ts'
import { stopSignal } from '#server/stop-signal.ts'

/* Does jobs and nothing else, beside the servers of the shop and any number of other workers. */

const say = console.log

await main().catch(endWithError)
process.exit()

async function main(): Promise<void> {
  const stopAsked = stopSignal()
  await using ending = new AsyncDisposableStack()
  const config = readConfig()
  const telemetry = await openTelemetry(config.telemetry)
  ending.defer(() => telemetry?.close())
  const database = await borrowDatabaseServer(config, say)
  ending.defer(() => database.stop())
  const orm = await openDatabase(database.url, config.database)
  ending.defer(() => atMost(2000, () => orm.close()))
  await prepareDatabase(orm, { say })

  const logger = openLog(config.logLevel)
  await watchPool(orm, telemetry)
  const files = await openFiles(config)
  const context = installedContext(config, { orm, files, logger, telemetry })
  const runner = await startRunner(context, { databaseUrl: directUrlOf(orm), ...config.jobs })
  ending.defer(() => runner.stop())
  say('This worker does the jobs of the shop. Ctrl-C ends it.')
  await stopAsked
  say('Stopping')
}
