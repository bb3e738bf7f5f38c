import type { OtherPlugins, Wish } from '../site/other-plugins.ts'

const MAX_WISHES = 100

/** The wishes of a customer. A guest, and a shop without the plugin, have none. */
export class Wishes {
  readonly #operations: OtherPlugins['wishlist']
  readonly #hasCustomer: boolean
  #read: Promise<Wish[]> | undefined
  #byProduct: ReadonlyMap<string, Wish> = new Map()

  constructor(operations: OtherPlugins['wishlist'], customer_id: string | null) {
    this.#operations = operations
    this.#hasCustomer = customer_id !== null
  }

  /** Whether the shop has wishlists. */
  get isOffered(): boolean {
    return this.#operations !== undefined
  }

  /** Reads the wishes once, the newest first. */
  async load(): Promise<readonly Wish[]> {
    this.#read ??= this.#readAll()
    const wishes = await this.#read
    this.#byProduct = new Map(wishes.map((wish) => [wish.variant?.product_id ?? '', wish]))
    return wishes
  }

  async #readAll(): Promise<Wish[]> {
    if (!this.#operations || !this.#hasCustomer) return []
    const newest = { limit: MAX_WISHES, order: '-created_at', expand: 'variant' }
    return (await this.#operations.list(newest)).wishes
  }

  /** The wish for a variant of the product, or undefined. */
  ofProduct(product_id: string): Pick<Wish, 'id'> | undefined {
    return this.#byProduct.get(product_id)
  }
}
