import { Command } from 'commander'
import { destination } from 'pino'
import { describeDrill } from '#server/backups/describe-drill.ts'
import { runDrill } from '#server/backups/run-drill.ts'
import { useDatabaseServer } from '#server/database/connect.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { environmentOfCommand } from '#server/process/environment-of-command.ts'
import { readShop } from '#server/process/read-shop.ts'
import { abortAtStopSignal } from '#server/process/stop-signal.ts'

interface DrillCommandOptions {
  dump?: string
  json?: boolean
}

export function drillCommand(shop: Shop, named: () => string | undefined): Command {
  return new Command('drill')
    .description(
      'Restore the last backup into a scratch database, audit it there, compare it with the shop, and drop it. Only reads the shop. Exits with 1 if the backup cannot be relied on.',
    )
    .option('--dump <path>', 'the dump, or a folder with dumps (default: BACKUP_DUMPS)')
    .option('--json', 'print the report as JSON')
    .action(async ({ dump, json }: DrillCommandOptions) => {
      await using resources = new AsyncDisposableStack()
      const env = await environmentOfCommand(shop, named(), resources)
      const { config, parts, logger } = readShop(shop, { env, logDestination: destination(2) })
      const server = await useDatabaseServer(config, { print: console.error, logger })
      resources.defer(() => server.stop())
      const settings = dump === undefined ? config.backups : { ...config.backups, source: { dumps: dump } }
      const liveUrl = config.database.directUrl ?? server.url
      const { database } = config
      const report = await runDrill({ liveUrl, settings, database, parts, signal: abortAtStopSignal() })
      console.log(json ? JSON.stringify(report, null, 2) : describeDrill(report).join('\n'))
      if (!report.passed) process.exitCode = 1
    })
}
