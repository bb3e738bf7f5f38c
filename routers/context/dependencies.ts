import type { EntityManager } from '@mikro-orm/postgresql'
import type { ShownStock } from '#entities/catalogue/version/catalogue-version.ts'

type StockedRow = ShownStock & { id: string }

/** The data, except for the catalogue, that a response depends on. */
export class Dependencies {
  readonly stock: StockedRow[] = []
  /** Resolves when the response turns out not to be reusable. */
  readonly refused: Promise<void>
  /** Returns an earlier count with the same key, as long as the catalogue has the same version. */
  readonly countOnce: CountOnce
  readonly #refuse: () => void
  #isReusable = true

  constructor(countOnce: CountOnce) {
    this.countOnce = countOnce
    const { promise, resolve } = Promise.withResolvers<void>()
    this.refused = promise
    this.#refuse = resolve
  }

  get isReusable(): boolean {
    return this.#isReusable
  }

  refuseReuse(): void {
    this.#isReusable = false
    this.#refuse()
  }

  addStock(rows: readonly (Partial<ShownStock> & { id: string })[]): void {
    for (const { id, inventory_quantity, updated_at } of rows) {
      if (inventory_quantity !== undefined && updated_at !== undefined)
        this.stock.push({ id, inventory_quantity, updated_at })
      else if (inventory_quantity !== undefined || updated_at !== undefined) this.refuseReuse()
    }
  }
}

type CountOnce = (key: string, count: () => Promise<number>) => Promise<number>

/** Reads the columns that a function fills in. */
export interface Reader {
  em: EntityManager
  /** Undefined if the cache does not store the response. */
  dependencies?: Dependencies | undefined
}
