import { type DomainError, Unavailable } from '#entities/errors.ts'

export interface Place {
  queue: string
  /** Maximum number of requests that hold this place at the same time. */
  capacity: number
  /** Maximum number of requests that wait for this place. */
  maxWaiting: number
  /** Returns the error for a request that finds the queue full or waits too long. */
  refuse: () => DomainError
}

interface Waiting {
  readonly signal?: AbortSignal | undefined
}

interface Queue {
  holders: number
  /** For each waiting request, the function that lets it continue. In order of arrival. */
  waiting: Set<() => void>
}

export interface QueueLimits {
  /** Maximum number of database connections of this process. */
  connections: number
  /** Maximum number of requests that wait for one idempotency key or one row. */
  maxWaiting: number
  /** Maximum time that a request waits in one queue, in milliseconds. */
  maxWaitMs: number
}

/** First-in, first-out queues of this process. */
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
   * @throws Unavailable if the request aborts.
   */
  async enter(places: readonly Place[], request: Waiting): Promise<() => void> {
    const entered: Place[] = []
    const leave = () => {
      for (const { queue } of entered.splice(0)) this.#leave(queue)
    }
    try {
      for (const place of places) {
        await this.#enter(place, request)
        entered.push(place)
      }
      return leave
    } catch (error) {
      leave()
      throw error
    }
  }

  #enter({ queue: name, capacity, maxWaiting, refuse }: Place, request: Waiting): Promise<void> | undefined {
    const queue = this.#queues.get(name)
    if (!queue) this.#queues.set(name, { holders: 1, waiting: new Set() })
    else if (queue.holders < capacity) queue.holders++
    else if (queue.waiting.size >= maxWaiting) throw refuse()
    else return this.#wait(queue, request, refuse)
    return undefined
  }

  #wait({ waiting }: Queue, { signal }: Waiting, refuse: Place['refuse']): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abortWait)
        waiting.delete(proceed)
      }
      const proceed = () => {
        stopWaiting()
        resolve()
      }
      const rejectWait = (error: DomainError) => {
        stopWaiting()
        reject(error)
      }
      const abortWait = () => rejectWait(new Unavailable(undefined))
      const timer = setTimeout(() => rejectWait(refuse()), this.limits.maxWaitMs)
      waiting.add(proceed)
      signal?.addEventListener('abort', abortWait)
      if (signal?.aborted) abortWait()
    })
  }

  #leave(name: string): void {
    const queue = this.#queues.get(name)
    if (!queue) return
    const [next] = queue.waiting
    if (next) next()
    else if (--queue.holders === 0) this.#queues.delete(name)
  }
}
