import { LRUCache } from 'lru-cache'
import { NotFound, Unavailable } from '#entities/errors.ts'
import type { HostingSettings } from '#server/settings/hosting.ts'
import { acceptWritesAgain } from './move/accept-writes-again.ts'
import { type OpenShop, openShop, type Program } from './open-shop.ts'

export interface ShopAddress {
  host: string
  /** A publishable API key. */
  key: string | undefined
}

/** The shop stays open until `release`. */
export interface UsedShop {
  shop: OpenShop
  /** Aborted when the shop is switched to another server. Long work must end then. */
  moving: AbortSignal
  release(): void
}

interface Slot {
  opening: Promise<OpenShop>
  /** Undefined until the shop is open. */
  shop?: OpenShop
  moving: AbortController
  users: number
  usedAt: number
  /** Whether to close the shop after its last user. */
  isRetired: boolean
}

/** Milliseconds between two looks for changes of the directory. */
const WATCH_INTERVAL = 1000
/** Milliseconds between two looks for idle shops. */
const TIDY_INTERVAL = 5000
/** Milliseconds between two records of the shops with requests. */
const RECORD_INTERVAL = 60_000
const MAX_ADDRESSES = 20_000

/** The message of requests during the switch of a shop. */
export const MOVING = 'The shop is being moved. Please send the request again'

/** Opens the shops of a process when they are needed, and closes unused ones. */
export class OpenShops implements AsyncDisposable {
  readonly #program: Program
  readonly #settings: HostingSettings
  readonly #slots = new Map<string, Slot>()
  /** The ids of shops by their address. Empty for an address without a shop. */
  readonly #ids = new LRUCache<string, string>({ max: MAX_ADDRESSES })
  /** The shops with requests since the last record. */
  readonly #requested = new Set<string>()
  readonly #timers: NodeJS.Timeout[]
  readonly #closing = new Set<Promise<void>>()
  #version: string | undefined
  /** Changes when the process forgets the addresses. */
  #generation = 0

  constructor(program: Program, settings: HostingSettings) {
    this.#program = program
    this.#settings = settings
    this.#timers = [
      setInterval(() => this.#watch(), WATCH_INTERVAL).unref(),
      setInterval(() => this.#tidy(), Math.min(TIDY_INTERVAL, settings.idleTime)).unref(),
      setInterval(() => this.#recordRequests(), RECORD_INTERVAL).unref(),
    ]
  }

  /** The ids of the open shops. */
  get openIds(): string[] {
    return [...this.#slots.keys()]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const id of this.openIds) this.#retire(id)
    await Promise.all([...this.#closing, this.#recordRequests()])
  }

  /** Returns the open shop at an address that the process knows. */
  takeKnown(address: ShopAddress): UsedShop | undefined {
    const slot = this.#slots.get(this.#ids.get(keyOf(address)) ?? '')
    if (!slot?.shop || !this.#isReachable(slot.shop)) return undefined
    this.#requested.add(slot.shop.record.id)
    return this.#use(slot, slot.shop)
  }

  /**
   * Opens the shop at an address if it is not open.
   * @throws NotFound
   * @throws Unavailable if the shop is paused.
   * @throws StartError if it cannot be opened.
   */
  async takeAt(address: ShopAddress): Promise<UsedShop> {
    const id = await this.#idAt(address)
    if (!id) throw new NotFound('No shop has this host name or publishable API key')
    const used = await this.take(id)
    this.#requested.add(id)
    return used
  }

  /** Opens the shop if it is not open. Throws as `takeAt` does. */
  async take(id: string): Promise<UsedShop> {
    const slot = this.#slots.get(id) ?? this.#begin(id)
    const shop = await slot.opening
    if (!this.#isReachable(shop)) throw new Unavailable(undefined)
    return this.#use(slot, shop)
  }

  #isReachable({ record }: OpenShop): boolean {
    return this.#program.servers.isReachable(record.server)
  }

  async #idAt(address: ShopAddress): Promise<string> {
    const known = this.#ids.get(keyOf(address))
    if (known !== undefined) return known
    const generation = this.#generation
    const id = (await this.#program.directory.find(address)) ?? ''
    // The directory may have changed during the read.
    if (generation === this.#generation) this.#ids.set(keyOf(address), id)
    return id
  }

  #use(slot: Slot, shop: OpenShop): UsedShop {
    slot.users += 1
    let isUsed = true
    return {
      shop,
      moving: slot.moving.signal,
      release: () => {
        if (!isUsed) return
        isUsed = false
        slot.users -= 1
        slot.usedAt = performance.now()
        if (slot.isRetired && slot.users === 0) this.#close(slot)
      },
    }
  }

  #begin(id: string): Slot {
    const slot: Slot = {
      opening: this.#open(id),
      moving: new AbortController(),
      users: 0,
      usedAt: performance.now(),
      isRetired: false,
    }
    this.#slots.set(id, slot)
    slot.opening.then(
      (shop) => {
        slot.shop = shop
        slot.usedAt = performance.now()
      },
      () => {
        if (this.#slots.get(id) === slot) this.#slots.delete(id)
      },
    )
    return slot
  }

  async #open(id: string): Promise<OpenShop> {
    const record = await this.#program.directory.read(id)
    if (!record || record.status === 'creating') throw new NotFound('This shop does not exist')
    if (record.status === 'paused') throw new Unavailable(undefined, 'This shop is paused')
    if (record.isMoving) throw new Unavailable(undefined, MOVING)
    const { servers } = this.#program
    if (!servers.isReachable(record.server)) throw new Unavailable(undefined)
    try {
      if (record.hasCopy) await acceptWritesAgain(this.#program.directory, record)
      return await openShop(this.#program, record)
    } catch (error) {
      servers.noteFailure(record.server, error)
      throw error
    }
  }

  #retire(id: string): void {
    const slot = this.#slots.get(id)
    if (!slot) return
    this.#slots.delete(id)
    slot.isRetired = true
    if (slot.users === 0) this.#close(slot)
  }

  #close(slot: Slot): void {
    const closing: Promise<void> = slot.opening
      .then((shop) => shop[Symbol.asyncDispose]())
      .catch((err) => this.#program.logger.warn({ err }, 'A shop was not closed properly'))
      .finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }

  async #watch(): Promise<void> {
    try {
      const version = await this.#program.directory.version()
      if (version === this.#version) return
      this.#ids.clear()
      this.#generation += 1
      // A shop that is being opened may have an old record, so the next look compares again.
      const isComplete = [...this.#slots.values()].every(({ shop }) => shop)
      for (const [id, { shop, moving }] of this.#slots) {
        const record = shop && (await this.#program.directory.read(id))
        if (!shop || record?.fingerprint === shop.record.fingerprint) continue
        if (record?.isMoving) moving.abort()
        this.#retire(id)
      }
      if (isComplete) this.#version = version
    } catch (err) {
      this.#program.logger.warn({ err }, 'The directory of the shops does not answer')
    }
  }

  async #recordRequests(): Promise<void> {
    if (this.#requested.size === 0) return
    const ids = [...this.#requested]
    this.#requested.clear()
    await this.#program.directory
      .recordRequests(ids)
      .catch((err) => this.#program.logger.warn({ err }, 'The last requests of shops could not be recorded'))
  }

  #tidy(): void {
    const idle = [...this.#slots]
      .filter(([, { shop, users }]) => shop && users === 0)
      .toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
    const excess = this.#slots.size - this.#settings.openShops
    const now = performance.now()
    for (const [place, [id, { usedAt }]] of idle.entries())
      if (place < excess || now - usedAt > this.#settings.idleTime) this.#retire(id)
  }
}

const keyOf = ({ host, key = '' }: ShopAddress): string => `${host} ${key}`
