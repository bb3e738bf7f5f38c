import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { type CartSnapshot, readCarts } from '#entities/cart/cart/read-cart.ts'
import { computeCompletedCartTotals } from '#entities/cart/pricing/totals.ts'
import type { BookedTax } from './booked-taxes.ts'
import { taxesOfCart } from './taxes-of-cart.ts'

/** Computes the taxes of confirmed swaps that have none: those of earlier versions and imported ones. */
export async function storeSwapTaxes(em: EntityManager, signal?: AbortSignal): Promise<void> {
  for (let after = ''; !signal?.aborted; ) {
    const swaps = await selectUncomputed(em, after)
    const last = swaps.at(-1)
    if (!last) return
    const ids = swaps.map(({ cart_id }) => cart_id)
    const carts = new Map((await readCarts(em, ids)).map((cart) => [cart.id, cart]))
    for (const { id, cart_id } of swaps) {
      const cart = carts.get(cart_id)
      await storeTaxes(em, id, JSON.stringify(cart ? taxesOfCompletedCart(cart) : []))
    }
    after = last.id
  }
}

function taxesOfCompletedCart(cart: CartSnapshot): BookedTax[] {
  const { items: lines, gift_card_transactions } = cart
  const shipping_methods = cart.shipping_methods.map((method) => ({ ...method, free: false }))
  const totals = computeCompletedCartTotals({ lines, shipping_methods, gift_card_transactions })
  const tax_lines = lines.map((line) => line.agreed?.tax_lines ?? line.tax_lines)
  return taxesOfCart(cart, { totals, lines: tax_lines.map((lines) => ({ tax_lines: lines })), shipping_methods })
}

const selectUncomputed = statement<{ id: string; cart_id: string }, [after: string]>(`
  select id, cart_id from swap
  where id > $1 and taxes is null and confirmed_at is not null and cart_id is not null order by id limit 200`)

const storeTaxes = statement<object, [id: string, taxes: string]>(
  'update swap set taxes = $2::jsonb where id = $1 and taxes is null',
)
