import type { MikroORM } from '@mikro-orm/postgresql'
import { DatabaseError, type Pool } from 'pg'
import { DatabasePool } from '#database/hosts/database-client.ts'
import { databaseUrlOf } from '#server/database/direct-url.ts'
import { migrationNames } from '#server/database/migration-names.ts'
import { type ShopSchema, schemaOf } from '#server/database/shop-schema.ts'
import { defaultReadySettings, type ReadySettings } from '../settings/operate.ts'

type Status = 'pass' | 'fail' | 'unknown'

/** A check is `unknown` if the database does not respond. */
export interface ReadyAnswer {
  status: 'ready' | 'not_ready'
  checks: {
    accepting: { status: Status }
    database: { status: Status }
    migrations: { status: Status; pending: number | null }
    /** `oldest_due_seconds` is the age of the oldest due job or event that no worker has reserved. */
    jobs: { status: Status; oldest_due_seconds: number | null }
  }
}

interface ReadinessRow {
  pending: number
  lag: number
}

/**
 * Uses a separate connection, so that a busy pool does not look like a database failure. Concurrent checks share one
 * query.
 */
export class Readiness {
  readonly #settings: ReadySettings
  readonly #pool: Pool
  readonly #migrations: readonly string[]
  readonly #sql: string
  #isDraining = false
  #check: Promise<ReadinessRow | 'away' | 'not migrated'> | undefined

  constructor(orm: MikroORM, settings: ReadySettings = defaultReadySettings) {
    this.#settings = settings
    this.#migrations = migrationNames()
    this.#sql = readinessSql(schemaOf(orm))
    this.#pool = new DatabasePool({
      connectionString: databaseUrlOf(orm),
      max: 1,
      connectionTimeoutMillis: settings.timeout,
      query_timeout: settings.timeout,
      allowExitOnIdle: true,
      application_name: 'cartwright readiness',
    })
  }

  drain(): void {
    this.#isDraining = true
  }

  async check(): Promise<ReadyAnswer> {
    this.#check ??= this.#runCheck().finally(() => {
      this.#check = undefined
    })
    const checks = { accepting: { status: statusFrom(!this.#isDraining) }, ...this.#judge(await this.#check) }
    const isReady = Object.values(checks).every(({ status }) => status === 'pass')
    return { status: isReady ? 'ready' : 'not_ready', checks }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  #judge(state: ReadinessRow | 'away' | 'not migrated'): Omit<ReadyAnswer['checks'], 'accepting'> {
    if (typeof state === 'string')
      return {
        database: { status: statusFrom(state !== 'away') },
        migrations: { status: state === 'away' ? 'unknown' : 'fail', pending: null },
        jobs: { status: 'unknown', oldest_due_seconds: null },
      }
    const { maxJobLag } = this.#settings
    return {
      database: { status: 'pass' },
      migrations: { status: statusFrom(state.pending === 0), pending: state.pending },
      jobs: { status: statusFrom(maxJobLag === 0 || state.lag <= maxJobLag), oldest_due_seconds: state.lag },
    }
  }

  async #runCheck(): Promise<ReadinessRow | 'away' | 'not migrated'> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<'away'>((resolve) => {
      timer = setTimeout(resolve, this.#settings.timeout, 'away')
    })
    try {
      return await Promise.race([this.#queryState(), timeout])
    } catch (error) {
      return error instanceof DatabaseError && MISSING_OBJECT_CODES.has(error.code ?? '') ? 'not migrated' : 'away'
    } finally {
      clearTimeout(timer)
    }
  }

  async #queryState(): Promise<ReadinessRow> {
    const { rows } = await this.#pool.query<ReadinessRow>(this.#sql, [this.#migrations])
    return rows[0]!
  }
}

/** SQLSTATE codes of a missing schema and a missing table. */
const MISSING_OBJECT_CODES = new Set(['3F000', '42P01'])

// During an update, the database can have migrations that the old program does not know. A schema without the table
// must not read that of the next schema in the search path.
const readinessSql = ({ name, jobs }: ShopSchema): string => `
  select
    (
      select count(*)::int from unnest($1::text[]) as known (name)
      where not exists (select from ${name}.schema_migration done where done.name = known.name)
    ) as pending,
    coalesce(floor(extract(epoch from now() - least((
      select run_at from ${jobs}._private_jobs
      where is_available and run_at <= now() and (
        job_queue_id is null or exists (
          select from ${jobs}._private_job_queues as queue where queue.id = job_queue_id and queue.is_available
        )
      )
      order by priority, run_at limit 1
    ), (
      select created_at from ${name}.event where id = (select min(event_id) from ${name}.event_outbox)
    )))), 0)::int as lag`

const statusFrom = (holds: boolean): Status => (holds ? 'pass' : 'fail')
