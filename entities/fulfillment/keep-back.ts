import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '../cart/line-item.ts'
import { giveBackStock } from '../product/take-stock.ts'
import type { Owner } from './replacement-parcels.ts'

/** Puts what a claim or a swap would have sent back into the stock. */
export async function keepBack(em: EntityManager, owner: Owner): Promise<void> {
  const lines = await em.find(LineItem, owner)
  await giveBackStock(
    em,
    lines.map(({ variant_id = null, quantity }) => ({ variant_id, quantity })),
  )
}
