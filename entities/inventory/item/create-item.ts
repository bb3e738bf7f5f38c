import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { query } from '#entities/query.ts'
import { findItemsOfVariants } from './find-items.ts'
import { InventoryItem } from './inventory-item.ts'
import { ProductVariantInventoryItem } from './variant-inventory-item.ts'

export const ITEM_MEASURES = ['weight', 'length', 'height', 'width'] as const
export const ITEM_TEXTS = [
  ...(['sku', 'hs_code', 'origin_country', 'mid_code', 'material'] as const),
  ...(['title', 'description', 'thumbnail'] as const),
] as const

type ItemColumn = (typeof ITEM_MEASURES)[number] | (typeof ITEM_TEXTS)[number] | 'metadata'
export type NewItem = NewColumns<InventoryItem, never, ItemColumn> & { variant_id?: string | null | undefined }

/** @throws NotAllowed without a variant, or if the variant has an item. NotFound. */
export async function createInventoryItem(
  em: EntityManager,
  { variant_id, ...values }: NewItem,
): Promise<{ id: string }> {
  if (!variant_id)
    throw new NotAllowed('variant_id is required').about('variant_id').because({ name: 'value_required' })
  const [variant] = await lockVariant(em, variant_id)
  if (!variant) throw new NotFound(`Variant with id: ${variant_id} was not found`)
  const items = await findItemsOfVariants(em, [variant_id])
  if (items.length > 0)
    throw new NotAllowed('Inventory Item already exists for this variant').because({ name: 'inventory_item_exists' })
  const { id } = insertItem(em, variant_id, values)
  await em.flush()
  await announce(em, 'inventory-item.created', { id, ids: [id] })
  return { id }
}

export function insertItem(em: EntityManager, variant_id: string, values: Omit<NewItem, 'variant_id'>): { id: string } {
  const { id } = insertRow(em, InventoryItem, values)
  insertRow(em, ProductVariantInventoryItem, { inventory_item_id: id, variant_id })
  return { id }
}

const lockVariant = query((db, id: string) =>
  db.selectFrom('product_variant').select('id').where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate(),
)
