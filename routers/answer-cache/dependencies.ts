import type { EntityManager } from '@mikro-orm/postgresql'

/** A row that shows the stock of a variant. */
export interface StockedRow {
  id: string
  inventory_quantity?: number | undefined
  updated_at?: Date | undefined
}

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

  addStock(rows: readonly StockedRow[]): void {
    for (const row of rows) {
      const { inventory_quantity, updated_at } = row
      if (inventory_quantity !== undefined && updated_at !== undefined) this.stock.push(row)
      else if (inventory_quantity !== undefined || updated_at !== undefined) this.refuseReuse()
    }
  }
}

const dependenciesByManager = new WeakMap<EntityManager, Dependencies>()

type CountOnce = (key: string, count: () => Promise<number>) => Promise<number>

/** Records the dependencies of a response that is read with `em`. */
export function trackDependencies(em: EntityManager, countOnce: CountOnce): Dependencies {
  const dependencies = new Dependencies(countOnce)
  dependenciesByManager.set(em, dependencies)
  return dependencies
}

/** Returns undefined if the cache does not store the response. */
export const dependenciesOf = (em: EntityManager): Dependencies | undefined => dependenciesByManager.get(em)
