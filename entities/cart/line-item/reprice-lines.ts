import type { EntityManager } from '@mikro-orm/postgresql'
import { batch } from '#database/statement.ts'
import { selectCartLinesStatement, trackCartLines } from '../cart/lock-cart.ts'
import type { CartLines } from './cart-lines.ts'
import { parseAssortment, type SellingCart, salesContextOf, selectCartVariantsStatement } from './sellable-variants.ts'

export async function repriceLines(em: EntityManager, cart: SellingCart & { id: string }): Promise<CartLines> {
  const { region_id, sales_channel_id, customer_id, is_shop } = salesContextOf(cart)
  const [lineRows, sellableRows] = await batch(
    em,
    selectCartLinesStatement.with(cart.id),
    selectCartVariantsStatement.with(cart.id, region_id, sales_channel_id ?? null, customer_id ?? null, is_shop),
  )
  const lines = trackCartLines(em, cart.id, lineRows)
  lines.reprice(await parseAssortment(em, sellableRows, region_id))
  return lines
}
