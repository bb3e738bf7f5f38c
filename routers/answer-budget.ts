import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'

/** How much the answer to one request may hold. */
export interface ResponseBounds {
  /** Bytes of JSON, and characters that PostgreSQL sends for it. */
  bytes: number
  /** Rows of all lists together. Rows inside rows do not count. */
  rows: number
}

/** The answer holds more than its bounds allow. */
export class ResponseTooLarge extends InvalidData {}

/** What is left of the bounds of one request. */
export class ResponseBudget {
  readonly #bounds: ResponseBounds
  #rows = 0
  #read = 0
  #bytes = 0

  constructor(bounds: ResponseBounds) {
    this.#bounds = bounds
  }

  /** @throws AnswerTooLarge */
  addRows(rows: number): void {
    this.#rows += rows
    this.assertWithinBounds()
  }

  /** Counts what PostgreSQL sends. @throws AnswerTooLarge */
  addRead(characters: number): void {
    this.#read += characters
    this.assertWithinBounds()
  }

  /** Counts a part of the answer. */
  addBytes(bytes: number): void {
    this.#bytes += bytes
  }

  /** @throws AnswerTooLarge where the parts of the answer so far exceed its bounds. */
  assertWithinBounds(): void {
    const { bytes, rows } = this.#bounds
    if (this.#rows > rows)
      throw new ResponseTooLarge(
        `The answer would have more than ${rows} rows. Ask for fewer rows, or send fewer calls at once.`,
      )
    if (Math.max(this.#read, this.#bytes) > bytes)
      throw new ResponseTooLarge(
        `The answer would be larger than ${bytes} bytes. Ask for fewer rows, fields or relations, or send fewer calls at once.`,
      )
  }

  /** Has lists and trees that are read through `em` count here. */
  countReadsOf(em: EntityManager): EntityManager {
    budgets.set(em, this)
    return em
  }
}

const budgets = new WeakMap<EntityManager, ResponseBudget>()

/** The budget of the request that reads through `em`; jobs and commands have none. */
export const budgetOf = (em: EntityManager): ResponseBudget | undefined => budgets.get(em)
