import { Overloaded } from '#entities/errors.ts'
import { ThreadShare } from './thread-share.ts'

export interface AdmissionSettings {
  /** Maximum number of requests of one shop that wait. Default: 200. */
  maxWaiting?: number
  /** Milliseconds until a running request counts no longer, because it probably waits: an upload, a stream, a lock. Default: 100. */
  slotTime?: number
  /** Milliseconds during which a shop counts as active after a request. Default: 5000. */
  activeTime?: number
  share?: Pick<ThreadShare, 'current' | 'update'>
}

interface AdmittedRequest {
  start: () => void
  startedAt: number
}

interface ShopQueue {
  /** In the order of their start. */
  running: Set<AdmittedRequest>
  waiting: Set<AdmittedRequest>
}

/** Milliseconds between two looks for waiting requests that may start. */
const TICK = 25

/**
 * Starts the requests of the shops of a process. All shops share one thread, so while several shops are active, each one has few running
 * requests, and the others wait in the queue of their shop. A shop that is active alone has no limit.
 */
export class RequestAdmission {
  readonly #settings: Required<AdmissionSettings>
  /** The shops with running or waiting requests. */
  readonly #shops = new Map<string, ShopQueue>()
  /** The last active shop, and the last active one other than that. */
  #latest = { id: '', at: Number.NEGATIVE_INFINITY }
  #previous = this.#latest
  #timer: NodeJS.Timeout | undefined

  constructor({
    maxWaiting = 200,
    slotTime = 100,
    activeTime = 5000,
    share = new ThreadShare(),
  }: AdmissionSettings = {}) {
    this.#settings = { maxWaiting, slotTime, activeTime, share }
  }

  /**
   * Calls `start` when the shop may run a request, at once if possible. Returns a function to call when the request has ended or its client has left.
   * @throws Overloaded if too many requests of the shop wait.
   */
  enter(id: string, start: () => void): () => void {
    const now = performance.now()
    this.#markActive(id, now)
    const shop = this.#shops.get(id) ?? { running: new Set(), waiting: new Set() }
    this.#shops.set(id, shop)
    const request = { start, startedAt: now }
    if (shop.waiting.size === 0 && this.#mayStart(id, shop, now)) this.#run(shop, request)
    else if (shop.waiting.size >= this.#settings.maxWaiting) throw new Overloaded()
    else {
      shop.waiting.add(request)
      if (!this.#timer) this.#timer = setTimeout(() => this.#tick(), TICK)
    }
    return () => {
      shop.waiting.delete(request)
      shop.running.delete(request)
      // The thread first reads the requests of other shops that have come in.
      if (shop.waiting.size > 0) setImmediate(() => this.#startWaiting(id, shop))
      if (shop.running.size + shop.waiting.size === 0) this.#shops.delete(id)
    }
  }

  #run({ running }: ShopQueue, request: AdmittedRequest): void {
    running.add(request)
    request.start()
  }

  #startWaiting(id: string, shop: ShopQueue): void {
    const now = performance.now()
    for (const request of shop.waiting) {
      if (!this.#mayStart(id, shop, now)) return
      shop.waiting.delete(request)
      request.startedAt = now
      this.#run(shop, request)
    }
  }

  #tick(): void {
    this.#timer = undefined
    this.#settings.share.update()
    for (const [id, shop] of this.#shops) this.#startWaiting(id, shop)
    if (Array.from(this.#shops.values()).some(({ waiting }) => waiting.size > 0))
      this.#timer = setTimeout(() => this.#tick(), TICK)
  }

  #mayStart(id: string, { running }: ShopQueue, now: number): boolean {
    const { share, slotTime } = this.#settings
    if (running.size < share.current || !this.#isOtherActive(id, now)) return true
    const isRecent = ({ startedAt }: AdmittedRequest) => now - startedAt < slotTime
    return Array.from(running).filter(isRecent).length < share.current
  }

  #markActive(id: string, at: number): void {
    if (this.#latest.id === id) this.#latest.at = at
    else {
      this.#previous = this.#latest
      this.#latest = { id, at }
    }
  }

  #isOtherActive(id: string, now: number): boolean {
    const other = this.#latest.id === id ? this.#previous : this.#latest
    return now - other.at < this.#settings.activeTime
  }
}
