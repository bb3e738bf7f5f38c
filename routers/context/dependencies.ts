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
