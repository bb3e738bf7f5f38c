import type { Logger } from 'pino'
import { type DrillOptions, type DrillReport, drillBackup } from './drill-backup.ts'
import { storeDrill } from './stored-drills.ts'

/** Runs a drill and stores its report. @throws the reason of `signal`, without a report, if it stops the drill. */
export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const report = await drillBackup(options)
  // A stopped drill states nothing about the backup.
  options.signal?.throwIfAborted()
  await storeDrill(options.liveUrl, report)
  return report
}

/** Runs the scheduled drill of a shop. @throws Error if the drill fails, so that the job fails. */
export async function runScheduledDrill(
  options: DrillOptions & { signal: AbortSignal },
  logger: Logger,
): Promise<void> {
  const report = await runDrill(options).catch((error) => {
    if (options.signal.aborted) return undefined
    throw error
  })
  if (!report) return logger.info('The drill of the last backup was stopped')
  if (report.passed) logger.info({ drill: report }, 'The last backup can be restored')
  else logger.error({ drill: report }, 'The drill of the last backup failed')
  if (!report.passed) throw new Error(report.problems.join('\n'))
}
