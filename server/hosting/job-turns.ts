import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { batch, statement } from '#database/statement.ts'
import { LOOK_UP_INTERVAL } from '#entities/checkout/look-up-payments.ts'
import { DomainError } from '#entities/errors.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { runJobTurn } from '#server/jobs/job-turn.ts'
import type { Directory } from './directory.ts'
import type { OpenShops } from './open-shops.ts'
import { endSessionsOfPersons } from './people/ended-sessions.ts'
import type { ServerStates } from './server-states.ts'
import { SIZE_INTERVAL, selectFacts } from './shop-facts.ts'

interface SharedParts {
  shops: OpenShops
  directory: Directory
  servers: ServerStates
  logger: Logger
}

interface TurnsSettings {
  /** Maximum number of turns at the same time. */
  concurrency: number
  /** Default: 2000. */
  turnMilliseconds?: number
  /** Milliseconds within which each shop has a turn, also without a reason. Default: five minutes, the interval of the most frequent job of the core. */
  roundMilliseconds?: number
}

/** Milliseconds until the next turn of a shop after one that failed, also because the shop was refused for a moment. */
const RETRY_PAUSE = 10_000
/** Milliseconds between two looks for due turns. */
const TICK = 500
/** Milliseconds between two reads of the list of shops. */
const LIST_INTERVAL = 5000

/**
 * Runs the jobs of all shops in turns. A shop has a turn soon after a change, at the time of its next job, and at least once in each round. A shop
 * with many jobs waits between two turns for all other shops.
 */
export class JobTurns implements AsyncDisposable {
  readonly #shops: OpenShops
  readonly #directory: Directory
  readonly #servers: ServerStates
  readonly #logger: Logger
  readonly #settings: Required<TurnsSettings>
  /** The shops that wait for a turn, in their order. */
  readonly #queue = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  /** The time of the next turn of each active shop. */
  readonly #dueAt = new Map<string, number>()
  /** The time of the last measurement of each size. */
  readonly #measuredAt = new Map<string, number>()
  readonly #stopping = new AbortController()
  readonly #timers: NodeJS.Timeout[]

  constructor(
    { shops, directory, servers, logger }: SharedParts,
    { turnMilliseconds = 2000, roundMilliseconds = LOOK_UP_INTERVAL * 60_000, ...settings }: TurnsSettings,
  ) {
    this.#shops = shops
    this.#directory = directory
    this.#servers = servers
    this.#logger = logger
    this.#settings = { ...settings, turnMilliseconds, roundMilliseconds }
    this.#timers = [
      setInterval(() => this.#queueDue(), TICK).unref(),
      setInterval(() => this.#readList(), LIST_INTERVAL).unref(),
    ]
    void this.#readList()
  }

  /** Gives the shop a turn soon. */
  request(id: string): void {
    this.#queue.add(id)
    this.#startTurns()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#stopping.abort()
    await Promise.all(this.#running.values())
  }

  /** The first turns of many shops are spread over one round. */
  async #readList(): Promise<void> {
    try {
      const ids = await this.#directory.activeIds()
      const existing = new Set(ids)
      for (const id of this.#dueAt.keys()) if (!existing.has(id)) this.#forget(id)
      const step = this.#settings.roundMilliseconds / ids.length
      const now = performance.now()
      for (const [place, id] of ids.entries()) if (!this.#dueAt.has(id)) this.#dueAt.set(id, now + place * step)
    } catch (err) {
      this.#logger.warn({ err }, 'The jobs of new shops wait for the directory')
    }
  }

  #forget(id: string): void {
    this.#dueAt.delete(id)
    this.#measuredAt.delete(id)
  }

  #queueDue(): void {
    const now = performance.now()
    for (const [id, dueAt] of this.#dueAt) if (dueAt <= now) this.#queue.add(id)
    this.#startTurns()
  }

  #startTurns(): void {
    for (const id of this.#queue) {
      if (this.#running.size >= this.#settings.concurrency || this.#stopping.signal.aborted) return
      if (this.#running.has(id)) continue
      this.#queue.delete(id)
      this.#dueAt.set(id, performance.now() + this.#settings.roundMilliseconds)
      const turn = this.#runTurn(id).finally(() => {
        this.#running.delete(id)
        this.#startTurns()
      })
      this.#running.set(id, turn)
    }
  }

  async #runTurn(id: string): Promise<void> {
    try {
      const { shop, moving, release } = await this.#shops.take(id)
      try {
        const { turnMilliseconds: milliseconds } = this.#settings
        await endSessionsOfPersons(this.#directory, { id, orm: shop.orm })
        const signal = AbortSignal.any([this.#stopping.signal, moving])
        await runJobTurn(shop.jobs(), { databaseUrl: directUrlOf(shop.orm), milliseconds, signal })
        const next = await this.#record(id, shop.orm)
        const dueAt = performance.now() + (next?.milliseconds ?? Number.POSITIVE_INFINITY)
        this.#dueAt.set(id, Math.min(this.#dueAt.get(id) ?? dueAt, dueAt))
      } catch (error) {
        // A move ends the connections of its shop only.
        if (!moving.aborted) this.#servers.noteFailure(shop.record.server, error)
        throw error
      } finally {
        release()
      }
    } catch (err) {
      this.#dueAt.set(id, Math.min(this.#dueAt.get(id) ?? 0, performance.now() + RETRY_PAUSE))
      if (!(err instanceof DomainError)) this.#logger.error({ err, shop: id }, 'The jobs of a shop could not be run')
    }
  }

  /** Records the state of the shop in the directory. Returns its next job. */
  async #record(id: string, orm: MikroORM): Promise<{ milliseconds: number } | undefined> {
    const now = performance.now()
    const measuresSize = now - (this.#measuredAt.get(id) ?? Number.NEGATIVE_INFINITY) >= SIZE_INTERVAL
    const [keys, [next], [facts]] = await batch(
      orm.em.fork(),
      selectKeys.with(),
      selectNextJob.with(),
      selectFacts.with({ measuresSize }),
    )
    if (measuresSize) this.#measuredAt.set(id, now)
    await this.#directory.record(id, { keys: keys.map(({ key }) => key), facts: facts! })
    return next
  }
}

const selectKeys = statement<{ key: string }>(
  'select id as key from publishable_api_key where revoked_at is null order by id',
)

const selectNextJob = statement<{ milliseconds: number }>(`
  select greatest(0, extract(epoch from run_at - now()) * 1000)::float8 as milliseconds
  from graphile_worker._private_jobs where is_available order by run_at limit 1`)
