import type { Logger } from 'pino'
import { statement } from '#database/statement.ts'
import { LOOK_UP_INTERVAL } from '#entities/checkout/look-up-payments.ts'
import { DomainError } from '#entities/errors.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { runJobTurn } from '#server/jobs/job-turn.ts'
import type { Directory } from './directory.ts'
import type { OpenShops } from './open-shops.ts'

interface TurnsSettings {
  /** Maximum number of turns at the same time. */
  concurrency: number
  /** Default: 2000. */
  turnMilliseconds?: number
  /** Milliseconds within which each shop has a turn, also without a reason. Default: five minutes, the interval of the most frequent job of the core. */
  roundMilliseconds?: number
}

/** Milliseconds between two looks for due turns. */
const TICK = 500

/**
 * Runs the jobs of all shops in turns. A shop has a turn soon after a change, and at least one in each round. A shop with many jobs
 * waits between two turns for all other shops.
 */
export class JobTurns implements AsyncDisposable {
  readonly #shops: OpenShops
  readonly #directory: Directory
  readonly #logger: Logger
  readonly #settings: Required<TurnsSettings>
  /** The shops that wait for a turn, in their order. */
  readonly #queue = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #lastTurn = new Map<string, number>()
  readonly #stopping = new AbortController()
  readonly #timer: NodeJS.Timeout
  #isLooking = false

  constructor(
    { shops, directory, logger }: { shops: OpenShops; directory: Directory; logger: Logger },
    { turnMilliseconds = 2000, roundMilliseconds = LOOK_UP_INTERVAL * 60_000, ...settings }: TurnsSettings,
  ) {
    this.#shops = shops
    this.#directory = directory
    this.#logger = logger
    this.#settings = { ...settings, turnMilliseconds, roundMilliseconds }
    this.#timer = setInterval(() => this.#look(), TICK).unref()
  }

  /** Gives the shop a turn soon. */
  request(id: string): void {
    this.#queue.add(id)
    this.#startTurns()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await Promise.all(this.#running.values())
  }

  /** Queues the shops whose round is over. The first turns of many shops are spread over one round. */
  async #look(): Promise<void> {
    if (this.#isLooking || this.#stopping.signal.aborted) return
    this.#isLooking = true
    try {
      const now = performance.now()
      const ids = await this.#directory.activeIds()
      for (const [place, id] of ids.entries()) {
        const last = this.#lastTurn.get(id) ?? now - this.#settings.roundMilliseconds * (1 - place / ids.length)
        this.#lastTurn.set(id, last)
        if (now - last >= this.#settings.roundMilliseconds) this.#queue.add(id)
      }
      const existing = new Set(ids)
      for (const id of this.#lastTurn.keys()) if (!existing.has(id)) this.#lastTurn.delete(id)
      this.#startTurns()
    } catch (err) {
      this.#logger.warn({ err }, 'The jobs of the shops wait for the directory')
    } finally {
      this.#isLooking = false
    }
  }

  #startTurns(): void {
    for (const id of this.#queue) {
      if (this.#running.size >= this.#settings.concurrency || this.#stopping.signal.aborted) return
      if (this.#running.has(id)) continue
      this.#queue.delete(id)
      this.#lastTurn.set(id, performance.now())
      const turn = this.#runTurn(id).finally(() => {
        this.#running.delete(id)
        this.#startTurns()
      })
      this.#running.set(id, turn)
    }
  }

  async #runTurn(id: string): Promise<void> {
    try {
      const { shop, release } = await this.#shops.take(id)
      try {
        await runJobTurn(shop.jobs, {
          databaseUrl: directUrlOf(shop.orm),
          milliseconds: this.#settings.turnMilliseconds,
          signal: this.#stopping.signal,
        })
        await this.#directory.setKeys(
          id,
          (await selectKeys(shop.orm.em.fork())).map(({ key }) => key),
        )
        const [left] = await selectDueJobs(shop.orm.em.fork())
        if (left) this.#queue.add(id)
      } finally {
        release()
      }
    } catch (err) {
      if (!(err instanceof DomainError)) this.#logger.error({ err, shop: id }, 'The jobs of a shop could not be run')
    }
  }
}

const selectKeys = statement<{ key: string }>(
  'select id as key from publishable_api_key where revoked_at is null order by id',
)

const selectDueJobs = statement<object>(`
  select 1 from graphile_worker._private_jobs where is_available and run_at <= now() limit 1`)
