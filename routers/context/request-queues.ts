import { type DomainError, TooManyRequests, Unavailable } from '#entities/errors.ts'
import { type Waiter, WaitingClients } from './waiting-clients.ts'

export interface Place {
  queue: string
  /** Maximum number of requests that hold this place at the same time. */
  capacity: number
  /** Maximum number of requests that wait for this place. */
  maxWaiting: number
  /** Maximum number of requests of one client that wait while other clients wait, too. Default: no maximum. */
  share?: number
  /** Returns the error for a request that finds the queue full or waits too long. */
  refuse: () => DomainError
  /** Returns the error for a request that waits and makes room for another client. Default: TooManyRequests. */
  displace?: () => DomainError
}

interface Waiting {
  /** The client that a request belongs to. Clients take turns. Default: all requests belong to one client. */
  readonly client?: string | undefined
  /** Its signal ends the wait. Each signal costs time, so only a waiting request reads it. */
  readonly request?: { readonly signal?: AbortSignal | undefined }
}

interface Queue {
  /** The number of requests of each client that hold the place. */
  holders: Map<string, number>
  waiting: WaitingClients
}

export interface QueueLimits {
  /** Maximum number of database connections of this process. */
  connections: number
  /** Maximum number of requests that wait for one idempotency key or one row. */
  maxWaiting: number
  /** Maximum time that a request waits in one queue, in milliseconds. */
  maxWaitMs: number
}

/**
 * Queues of this process, which are fair between clients: the next request belongs to the client with the fewest
 * running requests. Requests of one client run in the order of their arrival.
 */
export class RequestQueues {
  readonly limits: QueueLimits
  readonly #queues = new Map<string, Queue>()

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  get size(): number {
    return this.#queues.size
  }

  get waiting(): number {
    return Array.from(this.#queues.values()).reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  /**
   * Waits for one place after another, and returns a function that releases all of them.
   * @throws DomainError from `refuse` if a queue is full or the wait takes too long.
   * @throws TooManyRequests if the client has more waiting requests than its share.
   * @throws Unavailable if the request aborts.
   */
  async enter(places: readonly Place[], { client = '', request }: Waiting): Promise<() => void> {
    const entered: Place[] = []
    const leave = () => {
      for (const { queue } of entered.splice(0)) this.#leave(queue, client)
    }
    try {
      for (const place of places) {
        await this.#enter(place, { client, request })
        entered.push(place)
      }
      return leave
    } catch (error) {
      leave()
      throw error
    }
  }

  #enter(place: Place, { client, request }: Waiting & { client: string }): Promise<void> | undefined {
    const { queue: name, capacity } = place
    const queue = this.#queues.get(name) ?? { holders: new Map<string, number>(), waiting: new WaitingClients() }
    this.#queues.set(name, queue)
    if (sum(queue.holders.values()) >= capacity) return this.#wait(queue, place, { client, signal: request?.signal })
    addHolder(queue, client)
    return undefined
  }

  #wait(
    { waiting }: Queue,
    place: Place,
    { client, signal }: { client: string; signal: AbortSignal | undefined },
  ): Promise<void> {
    waiting.makeRoom(client, place)
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abortWait)
        waiting.remove(client, waiter)
      }
      const rejectWait = (error: DomainError) => {
        stopWaiting()
        reject(error)
      }
      const waiter: Waiter = {
        proceed: () => {
          stopWaiting()
          resolve()
        },
        displace: () => rejectWait(place.displace?.() ?? new TooManyRequests()),
      }
      const abortWait = () => rejectWait(new Unavailable(undefined))
      const timer = setTimeout(() => rejectWait(place.refuse()), this.limits.maxWaitMs)
      waiting.add(client, waiter)
      signal?.addEventListener('abort', abortWait)
      if (signal?.aborted) abortWait()
    })
  }

  #leave(name: string, client: string): void {
    const queue = this.#queues.get(name)
    if (!queue) return
    removeHolder(queue, client)
    const next = queue.waiting.next(queue.holders)
    if (next) {
      addHolder(queue, next.client)
      next.waiter.proceed()
    } else if (queue.holders.size === 0) this.#queues.delete(name)
  }
}

const sum = (counts: Iterable<number>): number => Array.from(counts).reduce((total, count) => total + count, 0)

function addHolder({ holders }: Queue, client: string): void {
  holders.set(client, (holders.get(client) ?? 0) + 1)
}

function removeHolder({ holders }: Queue, client: string): void {
  const count = holders.get(client) ?? 0
  if (count > 1) holders.set(client, count - 1)
  else holders.delete(client)
}
