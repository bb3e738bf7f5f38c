import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'

export interface ResponseBounds {
  /** Maximum size of a response, in bytes of JSON. Also limits the characters that PostgreSQL sends for it. */
  bytes: number
  /** Maximum number of rows in all lists of a response. Nested rows do not count. */
  rows: number
}

export class ResponseTooLarge extends InvalidData {}

export class ResponseBudget {
  readonly #bounds: ResponseBounds
  #rows = 0
  #read = 0
  #bytes = 0

  constructor(bounds: ResponseBounds) {
    this.#bounds = bounds
  }

  addRows(rows: number): void {
    this.#rows += rows
    this.assertWithinBounds()
  }

  addRead(characters: number): void {
    this.#read += characters
    this.assertWithinBounds()
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes
  }

  /** Begins again for the next part of a stream, because the client has received the earlier ones. */
  restart(): void {
    this.#rows = 0
    this.#read = 0
    this.#bytes = 0
  }

  assertWithinBounds(): void {
    const { bytes, rows } = this.#bounds
    if (this.#rows > rows)
      throw new ResponseTooLarge(
        `The response would have more than ${rows} rows. Ask for fewer rows, or send fewer calls at once.`,
      )
    if (Math.max(this.#read, this.#bytes) > bytes)
      throw new ResponseTooLarge(
        `The response would be larger than ${bytes} bytes. Ask for fewer rows, fields or relations, or send fewer calls at once.`,
      )
  }

  countReadsOf(em: EntityManager): EntityManager {
    budgets.set(em, this)
    return em
  }
}

const budgets = new WeakMap<EntityManager, ResponseBudget>()

/** Returns undefined in jobs and commands, which have no response. */
export const budgetOf = (em: EntityManager): ResponseBudget | undefined => budgets.get(em)
