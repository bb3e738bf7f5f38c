import { Overloaded } from '#entities/errors.ts'

export interface SlotSettings {
  slots: number
  /** Maximum number of waiting calls. Default: unlimited. */
  waiters?: number
}

export class WorkSlots {
  readonly #waiting: (() => void)[] = []
  readonly #maxWaiters: number
  #free: number

  constructor({ slots, waiters = Number.POSITIVE_INFINITY }: SlotSettings) {
    this.#free = slots
    this.#maxWaiters = waiters
  }

  /** @throws Overloaded if too many calls wait. */
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

  /** Gives the slot directly to the next waiting call, so that a later call cannot overtake it. */
  #releaseSlot(): void {
    const next = this.#waiting.shift()
    if (next) setImmediate(next)
    else this.#free += 1
  }
}
