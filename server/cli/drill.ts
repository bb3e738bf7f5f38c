import { Command } from 'commander'
import { describeDrill } from '#server/backups/describe-drill.ts'
import { runDrill } from '#server/backups/run-drill.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { abortAtStopSignal } from '#server/process/stop-signal.ts'
import { composeCommandShop } from '#server/process/with-shop.ts'

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
      const { config, parts, url } = await composeCommandShop(shop, resources, named())
      const settings = dump === undefined ? config.backups : { ...config.backups, source: { dumps: dump } }
      const liveUrl = config.database.directUrl ?? url
      const { database } = config
      const report = await runDrill({ liveUrl, settings, database, parts, signal: abortAtStopSignal() })
      console.log(json ? JSON.stringify(report, null, 2) : describeDrill(report).join('\n'))
      if (!report.passed) process.exitCode = 1
    })
}
