import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { PipelineDialect } from '#database/dialect.ts'
import { hostsOf } from '#database/hosts/database-address.ts'
import type { ReplicaReader, Replicas } from '#routers/context/services.ts'
import { Freshness } from './freshness.ts'
import { dialectOf } from './orm-options.ts'
import { type ShopSchema, schemaOf } from './shop-schema.ts'

export interface ReplicaSettings {
  urls: readonly string[]
  /** Maximum lag of a replica, in milliseconds. */
  maxLag: number
  logger: Logger
  now?: () => number
}

const CHECK_INTERVAL = 1000

export async function openReplicas(orm: MikroORM, settings: ReplicaSettings): Promise<ReadReplicas | undefined> {
  if (settings.urls.length === 0) return undefined
  const replicas = new ReadReplicas(orm, settings)
  await replicas.start()
  return replicas
}

/** Read replicas. The server uses a replica while its lag is below the maximum. */
export class ReadReplicas implements Replicas {
  readonly #orm: MikroORM
  readonly #settings: ReplicaSettings
  readonly #freshness: Freshness
  readonly #replicas: Replica[]
  /** Time since which each round has recorded the position of the primary. Undefined if the last round failed. */
  #recordsSince: number | undefined
  #next = 0
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(orm: MikroORM, settings: ReplicaSettings) {
    this.#orm = orm
    this.#settings = settings
    this.#freshness = new Freshness(settings.maxLag)
    this.#replicas = settings.urls.map((url) => new Replica(orm, url))
  }

  async start(): Promise<void> {
    await this.updateLag()
    this.#timer = setInterval(() => {
      this.#looking ??= this.updateLag().finally(() => {
        this.#looking = undefined
      })
    }, CHECK_INTERVAL)
    this.#timer.unref()
  }

  /** Updates the lag of each replica. Does not throw: a replica that does not respond is not used. */
  async updateLag(): Promise<void> {
    try {
      const at = this.#now()
      this.#freshness.recordPosition(at, await walPositionOf(this.#orm.em.fork(), schemaOf(this.#orm)))
      this.#recordsSince ??= at
    } catch {
      // If the primary does not respond, the recorded positions stay valid.
      this.#recordsSince = undefined
    }
    await Promise.all(this.#replicas.map((replica) => this.#lookAt(replica)))
  }

  reader(since: number): ReplicaReader | undefined {
    const oldest = Math.max(since, this.#now() - this.#settings.maxLag)
    const usable = this.#replicas.filter(({ heldUntil }) => heldUntil >= oldest)
    const replica = usable[this.#next++ % usable.length]
    if (!replica) return undefined
    return {
      em: replica.fork(),
      reportFailure: (err) => {
        replica.heldUntil = NEVER_CAUGHT_UP
        replica.state = 'unavailable'
        this.#settings.logger.warn(
          { err, replica: replica.name },
          'A read replica failed. The query was sent to the primary',
        )
      },
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  async #lookAt(replica: Replica): Promise<void> {
    try {
      replica.heldUntil =
        this.#freshness.timeOf(await walPositionOf(replica.fork(), schemaOf(this.#orm))) ?? NEVER_CAUGHT_UP
      const oldest = this.#now() - this.#settings.maxLag
      if (replica.heldUntil >= oldest) this.#report(replica, 'available')
      else if (this.#recordsSince !== undefined && this.#recordsSince <= oldest) this.#report(replica, 'behind')
    } catch (err) {
      replica.heldUntil = NEVER_CAUGHT_UP
      this.#report(replica, 'unavailable', err)
    }
  }

  /** Logs a change of the state. */
  #report(replica: Replica, state: ReplicaState, err?: unknown): void {
    if (replica.state === state) return
    replica.state = state
    const { logger } = this.#settings
    if (state === 'available') logger.info({ replica: replica.name }, 'A read replica is available')
    else if (state === 'behind')
      logger.warn({ replica: replica.name }, 'A read replica is too far behind. The primary reads instead')
    else logger.warn({ err, replica: replica.name }, 'A read replica is unavailable. The primary reads instead')
  }

  #now(): number {
    return (this.#settings.now ?? Date.now)()
  }
}

type ReplicaState = 'available' | 'behind' | 'unavailable'

const NEVER_CAUGHT_UP = Number.NEGATIVE_INFINITY

class Replica {
  /** Host and port, without the password. */
  readonly name: string
  /** The replica has all writes before this time. */
  heldUntil = NEVER_CAUGHT_UP
  /** The last logged state. */
  state: ReplicaState | undefined
  readonly #orm: MikroORM
  readonly #kysely: Kysely<unknown>

  constructor(orm: MikroORM, url: string) {
    this.name = hostsOf(url)
    this.#orm = orm
    const { options } = dialectOf(orm)
    const pool = { ...options.pool, connectionString: url }
    this.#kysely = new Kysely({ dialect: new PipelineDialect({ ...options, pool }) })
  }

  fork(): EntityManager {
    const em = this.#orm.em.fork()
    em.setTransactionContext(this.#kysely)
    return em
  }

  close(): Promise<void> {
    return this.#kysely.destroy()
  }
}

/**
 * At the start of a page, the primary already counts the page header (40 bytes in a new file, else 24), which a
 * replica cannot have replayed yet. So this function subtracts the header.
 */
async function walPositionOf(em: EntityManager, { name }: ShopSchema): Promise<bigint> {
  const [row] = await em.execute<[{ position: string; schema: string | null }]>(`
    select current_schema() as schema, case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0' else (
      select written - case
        when written % pg_size_bytes(current_setting('wal_segment_size')) = 40 then 40
        when written % current_setting('wal_block_size')::int = 24 then 24
        else 0 end
      from (select pg_current_wal_insert_lsn() - '0/0' as written) log
    ) end::text as position`)
  if (row.schema !== name) throw new Error(`The replica uses the schema ${row.schema}, and the primary uses ${name}`)
  return BigInt(row.position)
}
