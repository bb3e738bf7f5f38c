import { type DomainError, Unavailable } from '#entities/errors.ts'

/** A place in a queue. */
export interface Place {
  queue: string
  /** How many requests may be inside at once. */
  capacity: number
  /** How many more requests may wait. */
  maxWaiting: number
  /** Returns the error of a request that finds the queue full or waits for too long. */
  refuse: () => DomainError
}

interface Waiting {
  /** Aborts when the request times out or its client disconnects. */
  readonly signal?: AbortSignal | undefined
}

interface Queue {
  inside: number
  /** Let the waiting requests in, in the order of their arrival. */
  waiting: Set<() => void>
}

export interface QueueLimits {
  /** Connections that the process opens at most. */
  connections: number
  /** Requests that may wait for one idempotency key or one row. */
  maxWaiting: number
  /** Milliseconds that a request waits in one queue. */
  maxWaitMs: number
}

/** First-in, first-out queues of this process. A queue exists only while a request is in it. */
export class RequestQueues {
  readonly limits: QueueLimits
  readonly #queues = new Map<string, Queue>()

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  /** The number of queues. */
  get size(): number {
    return this.#queues.size
  }

  /** The number of requests that wait. */
  get waiting(): number {
    return Array.from(this.#queues.values()).reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  /**
   * Waits for one place after the other. Returns the function that leaves all of them.
   * @throws what `refuse` of a place returns if its queue is full or the wait takes too long. Unavailable if the request aborts.
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
    if (!queue) this.#queues.set(name, { inside: 1, waiting: new Set() })
    else if (queue.inside < capacity) queue.inside++
    else if (queue.waiting.size >= maxWaiting) throw refuse()
    else return this.#wait(queue, request, refuse)
    return undefined
  }

  #wait({ waiting }: Queue, { signal }: Waiting, refuse: Place['refuse']): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        waiting.delete(goOn)
      }
      const goOn = () => {
        stopWaiting()
        resolve()
      }
      const giveUp = (error: DomainError) => {
        stopWaiting()
        reject(error)
      }
      const leave = () => giveUp(new Unavailable(undefined))
      const timer = setTimeout(() => giveUp(refuse()), this.limits.maxWaitMs)
      waiting.add(goOn)
      signal?.addEventListener('abort', leave)
      if (signal?.aborted) leave()
    })
  }

  #leave(name: string): void {
    const queue = this.#queues.get(name)
    if (!queue) return
    const [next] = queue.waiting
    if (next) next()
    else if (--queue.inside === 0) this.#queues.delete(name)
  }
}
