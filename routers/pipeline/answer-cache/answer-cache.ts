import type { EntityManager } from '@mikro-orm/postgresql'
import { LRUCache } from 'lru-cache'
import {
  type CatalogueState,
  digestOfStock,
  readCatalogueStates,
  type ShownStock,
  type ShownVariants,
} from '#entities/catalogue/version/catalogue-version.ts'
import { findNextPriceChange } from '#entities/catalogue/version/next-price-change.ts'
import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'
import { now } from '#entities/values/clock.ts'
import type { Dependencies } from '../../context/dependencies.ts'
import { SharedCalls } from '../../context/shared-calls.ts'
import { CatalogueCounts } from './catalogue-counts.ts'
import { StockedJson } from './stocked-json.ts'

interface Entry {
  json: Buffer
  /** The status and the headers of a page. JSON has none. */
  head?: object | undefined
  version: string
  variants: ShownVariants
  period: Period
  /** Exists after the first sale of a variant. */
  stocked?: StockedJson
}

/** A period in which no price list begins or ends. */
interface Period {
  from: Date
  to: Date | null
}

export interface FoundAnswer {
  /** The JSON of the response. Undefined if the cache has none that is current. */
  json?: Buffer | undefined
  head?: object | undefined
  /** The version of the catalogue, from before any other read of the request. */
  version: string
  at: Date
}

export type AnswerEntries = LRUCache<string, Entry>

export const openAnswerEntries = (maxBytes: number): AnswerEntries =>
  new LRUCache({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 8),
    // Compressed forms of the response are stored with it.
    sizeCalculation: ({ json, stocked }, key) =>
      json.length * (stocked ? 2 : 1) + Math.ceil(json.length / 4) + key.length + ENTRY_BYTES,
  })

/** Responses of the catalogue. PostgreSQL confirms before each use that a response is current. */
export class AnswerCache {
  readonly #entries: AnswerEntries
  readonly #prefix: string
  readonly #reads = new Map<string, { network: string; ended: Promise<void> }>()
  readonly #counts = new CatalogueCounts()
  /** The checks of each database: the primary and its replicas. */
  readonly #states = new WeakMap<object, SharedCalls<ShownVariants, CatalogueState>>()
  #period: (Period & { version: string }) | undefined

  /** Several shops can share entries. Each then has a different prefix for its keys. */
  constructor(entries: AnswerEntries, prefix = '') {
    this.#entries = entries
    this.#prefix = prefix
  }

  /**
   * Returns the current response, if the cache contains it. If another request is reading it, waits for that read first.
   * A read of another network may wait long in its queue, so it delays this request by `FOREIGN_WAIT` at most.
   */
  async find(em: EntityManager, key: string, network: string): Promise<FoundAnswer> {
    const read = this.#reads.get(key)
    const found = await this.#findCurrent(em, key)
    if (found.json || !read) return found
    if (read.network === network) await read.ended
    else await waitWithTimeout(FOREIGN_WAIT, () => read.ended)
    return this.#findCurrent(em, key)
  }

  /** Runs `read`. Simultaneous calls of `find` with the same key wait for it, unless its response is not reusable. */
  async runRead<Result>(
    { key, network }: { key: string; network: string },
    { refused }: Dependencies,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const running = run()
    const read = { network, ended: Promise.race([running.then(ignore, ignore), refused]) }
    this.#reads.set(key, read)
    try {
      return await running
    } finally {
      if (this.#reads.get(key) === read) this.#reads.delete(key)
    }
  }

  /** Returns a function that shares counts between the requests of one version of the catalogue. */
  countOnceFor(version: string): Dependencies['countOnce'] {
    return (key, count) => this.#counts.read(version, key, count)
  }

  async store(em: EntityManager, key: string, { json, head, version, at, dependencies }: ReadAnswer): Promise<void> {
    if (!dependencies.isReusable) return
    const { stock } = dependencies
    this.#entries.set(this.#prefix + key, {
      json,
      head,
      version,
      variants: { ids: stock.map(({ id }) => id), digest: stock.length > 0 ? digestOfStock(stock) : null },
      period: await this.#periodAt(em, version, at),
    })
  }

  async #findCurrent(em: EntityManager, key: string): Promise<FoundAnswer> {
    const entry = this.#entries.get(this.#prefix + key)
    const at = now()
    const { version, stock } = await this.#statesOf(em).call(entry?.variants ?? NO_VARIANTS)
    if (entry?.version !== version || !isWithin(entry.period, at)) return { version, at }
    // The stock of a page may be anywhere in its text.
    if (stock && entry.head) return { version, at }
    return { json: stock ? this.#restock(key, entry, stock) : entry.json, head: entry.head, version, at }
  }

  /** A sale changes only the stock, so the other rows need not be read again. */
  #restock(key: string, entry: Entry, stock: readonly ShownStock[]): Buffer | undefined {
    const { ids } = entry.variants
    if (stock.length < ids.length) return undefined
    const digest = digestOfStock(stock)
    const latest = this.#entries.get(this.#prefix + key)
    // Simultaneous requests have already written this stock.
    if (latest?.version === entry.version && latest.variants.digest === digest) return latest.json
    const stocked = entry.stocked ?? new StockedJson(entry.json, ids)
    const json = stocked.withStock(stock)
    this.#entries.set(this.#prefix + key, { ...entry, json, stocked, variants: { ids, digest } })
    return json
  }

  #statesOf(em: EntityManager): SharedCalls<ShownVariants, CatalogueState> {
    const replica = em.getTransactionContext<object>()
    const source = replica ?? em.getConnection()
    const known = this.#states.get(source)
    if (known) return known
    const fork = em.fork()
    if (replica) fork.setTransactionContext(replica)
    const states = new SharedCalls((shown: readonly ShownVariants[]) => readCatalogueStates(fork, shown))
    this.#states.set(source, states)
    return states
  }

  /** A price list changes only together with the version. */
  async #periodAt(em: EntityManager, version: string, at: Date): Promise<Period> {
    const known = this.#period
    if (known?.version === version && isWithin(known, at)) return known
    this.#period = { version, from: at, to: await findNextPriceChange(em, at) }
    return this.#period
  }
}

export interface ReadAnswer extends FoundAnswer {
  json: Buffer
  dependencies: Dependencies
}

const ENTRY_BYTES = 500

/** In milliseconds. */
const FOREIGN_WAIT = 250

const NO_VARIANTS: ShownVariants = { ids: [], digest: null }

const isWithin = ({ from, to }: Period, at: Date): boolean => at >= from && (to === null || at < to)

const ignore = () => {}
