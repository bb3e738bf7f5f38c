import type { Client } from 'pg'
import { withClient } from '#server/database/databases.ts'
import type { DrillReport } from './drill-backup.ts'

/** Stores the report in the live database, and deletes those of more than a year. A database before its migration stores none. */
export const storeDrill = (liveUrl: string, report: DrillReport): Promise<void> =>
  withClient(liveUrl, async (client) => {
    if (!(await hasTable(client))) return
    await client.query('insert into backup_drill (passed, report) values ($1, $2)', [
      report.passed,
      JSON.stringify(report).replaceAll('\\u0000', ''),
    ])
    await client.query(`delete from backup_drill where ended_at < now() - interval '400 days'`)
  })

interface StoredDrill {
  ended_at: Date
  passed: boolean
  report: DrillReport
}

/** Returns a line about the last drill, or undefined without one. */
export async function lastDrillLine(client: Client): Promise<string | undefined> {
  if (!(await hasTable(client))) return undefined
  const { rows } = await client.query<StoredDrill>(
    'select ended_at, passed, report from backup_drill order by ended_at desc limit 1',
  )
  const [last] = rows
  if (!last) return undefined
  const time = last.ended_at.toISOString()
  return last.passed
    ? `The drill of ${time} restored the backup ${last.report.backup}, with changes until ${last.report.changed_at ?? 'unknown'}.`
    : `The drill of the last backup failed at ${time}: ${last.report.problems.join(' ')} (docs/operate/backups.md)`
}

async function hasTable(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('backup_drill') is not null as exists`)
  return rows[0]!.exists
}
