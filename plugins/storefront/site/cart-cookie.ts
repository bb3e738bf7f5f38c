import type { RouteCookies } from 'cartwright'
import type { Cart } from '../api.ts'

const ID = 'cart'
const COUNT = 'cart_count'
const MONTH = 30 * 24 * 60 * 60

/** The cart of the visitor. The count has a separate cookie, so that a page can show it without the cart. */
export class CartCookie {
  readonly #cookies: RouteCookies

  constructor(cookies: RouteCookies) {
    this.#cookies = cookies
  }

  get id(): string | undefined {
    return this.#cookies.get(ID) || undefined
  }

  get count(): number {
    const count = Number(this.#cookies.get(COUNT))
    return Number.isSafeInteger(count) && count > 0 ? count : 0
  }

  keep({ id, items }: Pick<Cart, 'id' | 'items'>): void {
    this.#cookies.set(ID, id, { maxAge: MONTH })
    this.#cookies.set(COUNT, String(items.reduce((sum, { quantity }) => sum + quantity, 0)), { maxAge: MONTH })
  }

  forget(): void {
    if (this.#cookies.get(ID) === undefined) return
    this.#cookies.delete(ID)
    this.#cookies.delete(COUNT)
  }
}
