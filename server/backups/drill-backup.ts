import type { Client } from 'pg'
import { inJobSchema } from '#database/job-schema.ts'
import { findViolations, type Violation } from '#entities/invariants/find-violations.ts'
import { INVARIANTS } from '#entities/invariants/invariants.ts'
import { StartError } from '#server/base/start-error.ts'
import { withClient } from '#server/database/databases.ts'
import { pendingMigrations } from '#server/database/migrators.ts'
import { schemaOf } from '#server/database/shop-schema.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { BackupSettings } from '#server/settings/backups.ts'
import type { DatabaseSettings } from '#server/settings/database.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { countRows, lackingRows, missingTables, readFacts, type ShopFacts } from './compare-backup.ts'
import { type FoundBackup, findBackup } from './restore-backup.ts'
import { scratchNameOf, withScratchDatabase } from './scratch-database.ts'

export interface DrillOptions {
  /** The address of the live database, without a pooler. It is only read. */
  liveUrl: string
  settings: BackupSettings
  database: DatabaseSettings
  parts: ShopParts
  signal?: AbortSignal | undefined
}

export interface DrillReport {
  passed: boolean
  /** One line for each reason why the backup cannot be relied on. */
  problems: string[]
  started_at: string
  seconds: number
  backup: string | null
  /** The time of the last change in the backup. */
  changed_at: string | null
  /** The time of the newest order. */
  newest_order: { backup: string | null; live: string | null } | null
  restore_seconds: number | null
  bytes: number | null
  /** Migrations that a start with this version runs on the backup. */
  pending_migrations: number | null
  invariants: number | null
  violations: Violation[]
  rows: Record<string, { backup: number; live: number }>
}

const emptyReport = (): DrillReport => ({
  ...{ passed: false, problems: [], started_at: new Date().toISOString(), seconds: 0 },
  ...{ backup: null, changed_at: null, newest_order: null, restore_seconds: null, bytes: null },
  ...{ pending_migrations: null, invariants: null, violations: [], rows: {} },
})

/**
 * Restores the last backup into a scratch database, migrates and audits it there, and compares it with the live database. The scratch
 * database runs no jobs. A failure is a problem of the report, and so is a restore of more than a day.
 */
export async function drillBackup(options: DrillOptions): Promise<DrillReport> {
  const began = performance.now()
  const report = emptyReport()
  const signals = [AbortSignal.timeout(24 * HOUR), ...(options.signal ? [options.signal] : [])]
  try {
    await drill(report, { ...options, signal: AbortSignal.any(signals) })
  } catch (error) {
    report.problems.push(...(error as Error).message.split('\n'))
  }
  return { ...report, passed: report.problems.length === 0, seconds: secondsSince(began) }
}

type CheckOptions = Pick<DrillOptions, 'liveUrl' | 'database' | 'parts'>

/** Migrates and audits a database that was restored from a backup of the shop. */
export async function checkRestored(
  url: string,
  options: CheckOptions,
): Promise<Pick<DrillReport, 'problems'> & { newest_order: string | null }> {
  const report = emptyReport()
  try {
    const live = await withClient(options.liveUrl, readFacts).catch(() => undefined)
    const facts = await withClient(url, (client) => inspectRestored(report, client, live))
    const jobs = await migrateScratch(report, url, options)
    await withClient(url, (client) => audit(report, client, facts, jobs))
    return { problems: report.problems, newest_order: isoOf(facts.newest_order) }
  } catch (error) {
    return { problems: [...report.problems, (error as Error).message], newest_order: null }
  }
}

const HOUR = 3_600_000

const secondsSince = (began: number) => Math.round((performance.now() - began) / 100) / 10

async function drill(report: DrillReport, options: DrillOptions): Promise<void> {
  const { liveUrl, settings, signal } = options
  if (!settings.source)
    throw new StartError('No backup is named. Set BACKUP_DUMPS or BACKUP_COMMAND (docs/operate/backups.md).')
  // A server can end a session that is idle while the backup is restored.
  const { database, liveFacts } = await withClient(liveUrl, async (live) => {
    const { rows } = await live.query<{ name: string }>('select current_database() as name')
    return { database: rows[0]!.name, liveFacts: await readFacts(live) }
  })
  const backup = await findBackup(settings.source, { database, programs: settings.programs, signal })
  report.backup = backup.name
  reportAge(report, backup, settings)
  const server = settings.scratchUrl ?? liveUrl
  await withScratchDatabase(server, scratchNameOf(database), async (url) => {
    const began = performance.now()
    await backup.restoreInto(url)
    report.restore_seconds = secondsSince(began)
    const facts = await withClient(url, (client) => inspectRestored(report, client, liveFacts))
    const jobs = await migrateScratch(report, url, options)
    await withClient(url, async (client) => {
      await audit(report, client, facts, jobs)
      await withClient(liveUrl, (live) => compare(report, { live, client, facts, maxHours: settings.maxHours }))
    })
    report.newest_order = { backup: isoOf(facts.newest_order), live: isoOf(liveFacts?.newest_order) }
  })
}

const isoOf = (time: Date | null | undefined): string | null => time?.toISOString() ?? null

function reportAge(report: DrillReport, { writtenAt, name }: FoundBackup, { maxHours }: BackupSettings): void {
  if (!writtenAt) return
  const hours = Math.floor((Date.now() - writtenAt.getTime()) / HOUR)
  if (hours >= maxHours) report.problems.push(`${name} is ${hours} hours old. BACKUP_MAX_HOURS is ${maxHours}.`)
}

/** @throws StartError if the backup is not one of this shop. */
async function inspectRestored(report: DrillReport, client: Client, live: ShopFacts | undefined): Promise<ShopFacts> {
  const missing = await missingTables(client)
  if (missing.length > 0)
    throw new StartError(`The backup contains no shop of Cartwright: it has no table ${missing.join(', ')}.`)
  const facts = await readFacts(client)
  if (!facts || (live && facts.store_id !== live.store_id))
    throw new StartError(
      `The backup belongs to another shop: its store is ${facts?.store_id ?? 'missing'}, not ${live?.store_id ?? 'missing'}.`,
    )
  await client.query('analyze')
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  report.bytes = Number(rows[0]!.bytes)
  report.changed_at = isoOf(facts.changed_at)
  return facts
}

/** Prepares the scratch database as a start of this version does. Returns the schema of its jobs. @throws StartError */
async function migrateScratch(report: DrillReport, url: string, { database, parts }: CheckOptions): Promise<string> {
  const { timeouts } = database
  const orm = await openDatabase(url, { poolMax: 2, ...(timeouts ? { timeouts } : {}) }, parts)
  try {
    report.pending_migrations = (await pendingMigrations(orm, parts.migrations)).length
    await prepareDatabase(orm, { print: () => {}, parts, addsBaseData: false })
    return schemaOf(orm).jobs
  } finally {
    await orm.close()
  }
}

/** Work that was unfinished at the time of the backup is as old as the backup. */
async function audit(report: DrillReport, client: Client, { changed_at }: ShopFacts, jobs: string): Promise<void> {
  const age = Math.ceil((Date.now() - (changed_at ?? new Date()).getTime()) / HOUR) + 2
  report.violations = await findViolations(async (sql) => (await client.query(inJobSchema(sql, jobs))).rows, {
    minAge: `${age} hours`,
  })
  report.invariants = Object.keys(INVARIANTS).length
  for (const { violation, count, examples } of report.violations)
    report.problems.push(`${violation}: ${count} (${examples.join(', ')})`)
}

/** Transactions that began before the backup can commit after it. */
const SLACK = 5 * 60_000

interface Comparison {
  live: Client
  client: Client
  facts: ShopFacts
  maxHours: number
}

async function compare(report: DrillReport, { live, client, facts, maxHours }: Comparison): Promise<void> {
  const before = new Date(Math.max((facts.changed_at?.getTime() ?? 0) - SLACK, Date.now() - maxHours * HOUR))
  const [ofBackup, ofLive] = [await countRows(client, before), await countRows(live, before)]
  report.problems.push(...lackingRows(ofBackup, ofLive, before))
  for (const [name, { all }] of Object.entries(ofBackup))
    report.rows[name] = { backup: all, live: ofLive[name as keyof typeof ofLive].all }
}
