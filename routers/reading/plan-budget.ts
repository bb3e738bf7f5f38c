/** How often a statement is asked for until it is planned. */
const MIN_USES = 3

/**
 * How many statements are planned because they are asked for often. There is no end to what callers may ask for, and a plan
 * takes each connection up to two megabytes of PostgreSQL's memory.
 */
export class PlanBudget {
  #left: number

  constructor(most: number) {
    this.#left = most
  }

  /** Whether a statement that was asked for so many times is planned from now on, which leaves one less to others. */
  grants(asked: number): boolean {
    if (asked < MIN_USES || this.#left === 0) return false
    this.#left -= 1
    return true
  }
}
