import type { MikroORM } from '@mikro-orm/postgresql'
import { DatabaseError, Pool } from 'pg'
import { migrationNames } from '#server/database/migration-names.ts'
import { defaultReadySettings, type ReadySettings } from './settings.ts'

type Status = 'pass' | 'fail' | 'unknown'

/** What `/ready` answers. A check is `unknown` where the database could not be asked. */
export interface ReadyAnswer {
  status: 'ready' | 'not_ready'
  checks: {
    /** Fails from the moment at which the server is asked to stop. */
    accepting: { status: Status }
    database: { status: Status }
    migrations: { status: Status; pending: number | null }
    /** Of the jobs that could be done and that nobody does, and the events that nobody hands out, the one that waits longest. */
    jobs: { status: Status; oldest_due_seconds: number | null }
  }
}

interface ReadinessRow {
  pending: number
  lag: number
}

/**
 * Whether requests should be sent to this process. It asks on a connection of its own, so that a busy pool does not look
 * like a database that is away, and asks once for all who want to know at a time.
 */
export class Readiness {
  readonly #settings: ReadySettings
  readonly #pool: Pool
  readonly #migrations: readonly string[]
  #isDraining = false
  #looking: Promise<ReadinessRow | 'away' | 'not migrated'> | undefined

  constructor(orm: MikroORM, settings: ReadySettings = defaultReadySettings) {
    this.#settings = settings
    this.#migrations = migrationNames(orm)
    this.#pool = new Pool({
      connectionString: orm.config.get('clientUrl') as string,
      max: 1,
      connectionTimeoutMillis: settings.timeout,
      query_timeout: settings.timeout,
      allowExitOnIdle: true,
      application_name: 'cartwright readiness',
    })
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** From now on the process is not ready. */
  drain(): void {
    this.#isDraining = true
  }

  /** Answers within the time that the database has. */
  async check(): Promise<ReadyAnswer> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    const checks = { accepting: { status: statusFrom(!this.#isDraining) }, ...this.#judge(await this.#looking) }
    const isReady = Object.values(checks).every(({ status }) => status === 'pass')
    return { status: isReady ? 'ready' : 'not_ready', checks }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  #judge(found: ReadinessRow | 'away' | 'not migrated'): Omit<ReadyAnswer['checks'], 'accepting'> {
    if (typeof found === 'string')
      return {
        database: { status: statusFrom(found !== 'away') },
        migrations: { status: found === 'away' ? 'unknown' : 'fail', pending: null },
        jobs: { status: 'unknown', oldest_due_seconds: null },
      }
    const { maxJobLag } = this.#settings
    return {
      database: { status: 'pass' },
      migrations: { status: statusFrom(found.pending === 0), pending: found.pending },
      jobs: { status: statusFrom(maxJobLag === 0 || found.lag <= maxJobLag), oldest_due_seconds: found.lag },
    }
  }

  async #look(): Promise<ReadinessRow | 'away' | 'not migrated'> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'away'>((resolve) => {
      timer = setTimeout(resolve, this.#settings.timeout, 'away')
    })
    try {
      return await Promise.race([this.#ask(), late])
    } catch (error) {
      return error instanceof DatabaseError && MISSING_OBJECT_CODES.has(error.code ?? '') ? 'not migrated' : 'away'
    } finally {
      clearTimeout(timer)
    }
  }

  async #ask(): Promise<ReadinessRow> {
    const { rows } = await this.#pool.query<ReadinessRow>(READINESS_SQL, [this.#migrations])
    return rows[0]!
  }
}

/** A schema, or a table, that is not there. */
const MISSING_OBJECT_CODES = new Set(['3F000', '42P01'])

// A database may be ahead of this program, which then is the older of two that run while the shop is brought up to date.
const READINESS_SQL = `
  select
    (
      select count(*)::int from unnest($1::text[]) as known (name)
      where not exists (select from schema_migration where schema_migration.name = known.name)
    ) as pending,
    coalesce(floor(extract(epoch from now() - least((
      select run_at from graphile_worker._private_jobs
      where is_available and run_at <= now() and (
        job_queue_id is null or exists (
          select from graphile_worker._private_job_queues as queue where queue.id = job_queue_id and queue.is_available
        )
      )
      order by priority, run_at limit 1
    ), (
      select created_at from event where id = (select min(event_id) from event_outbox)
    )))), 0)::int as lag`

const statusFrom = (holds: boolean): Status => (holds ? 'pass' : 'fail')
