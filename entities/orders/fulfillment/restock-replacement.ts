import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { restock } from '#entities/cart/stock/take-stock.ts'
import type { ReplacementOwner } from './replacement.ts'

export async function restockReplacement(em: EntityManager, owner: ReplacementOwner): Promise<void> {
  const lines = await em.find(LineItem, owner)
  await restock(
    em,
    lines.map(({ variant_id = null, quantity }) => ({ variant_id, quantity })),
  )
}
