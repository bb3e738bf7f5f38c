import { Overloaded } from '#entities/errors.ts'

export interface SlotSettings {
  /** The number of calls that run at once. */
  slots: number
  /** The number of calls that may wait for a slot. Default: any number. */
  waiters?: number
}

/**
 * Runs a limited number of calls at once in this process. The others wait in the order of their arrival. Between two calls the
 * event loop serves other requests.
 */
export class WorkSlots {
  readonly #waiting: (() => void)[] = []
  readonly #maxWaiters: number
  #free: number

  constructor({ slots, waiters = Number.POSITIVE_INFINITY }: SlotSettings) {
    this.#free = slots
    this.#maxWaiters = waiters
  }

  /** Runs `work` once a slot is free. @throws Overloaded if too many calls wait already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#takeSlot()
    try {
      return await work()
    } finally {
      this.#releaseSlot()
    }
  }

  async #takeSlot(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    if (this.#waiting.length >= this.#maxWaiters) throw new Overloaded()
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Passes the slot to the next call directly, so that no later call can overtake it. */
  #releaseSlot(): void {
    const next = this.#waiting.shift()
    if (next) setImmediate(next)
    else this.#free += 1
  }
}
