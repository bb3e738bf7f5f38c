import { NotAllowed } from '#entities/errors.ts'

const REFUSAL = 'The promises refuse this step'

/** The steps that the promises reach with a cart. A canceled order has no refund, so it is another order. */
export const STEPS = ['cart.complete', 'order.capture', 'order.refund', 'order.cancel'] as const
export type Reached = (typeof STEPS)[number]

/** Refuses a step after the effects of the plugins. */
export class RefusedStep {
  #refused: Reached | undefined
  /** Add it behind the effects of the shop. */
  readonly guard = {
    plugin: 'promises',
    effects: Object.fromEntries(STEPS.map((step) => [step, () => this.#guard(step)])),
  }

  #guard(step: Reached): void {
    if (this.#refused === step) throw new NotAllowed(REFUSAL)
  }

  /** Makes the call once. Returns whether it reached the end of the step. @throws the other errors of the call */
  async refuse(step: Reached, call: () => Promise<unknown>): Promise<boolean> {
    this.#refused = step
    try {
      await call()
      return false
    } catch (error) {
      if (error instanceof Error && error.message.includes(REFUSAL)) return true
      throw error
    } finally {
      this.#refused = undefined
    }
  }
}
