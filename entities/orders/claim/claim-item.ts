import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, id, oneOf, personal, personalMetadata, softDelete, timestamps } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { ClaimImage } from './claim-image.ts'
import { ClaimOrder } from './claim-order.ts'
import { ClaimTag } from './claim-tag.ts'

export const CLAIM_REASONS = ['missing_item', 'wrong_item', 'production_failure', 'other'] as const
export type ClaimReason = (typeof CLAIM_REASONS)[number]

const ClaimItemSchema = defineEntity({
  name: 'ClaimItem',
  tableName: 'claim_item',
  filters: alive,
  properties: {
    id: id('citm'),
    ...timestamps(),
    ...softDelete(),
    ...personalMetadata(),
    claim_order_id: p.text().index(),
    item_id: p.text().index(),
    variant_id: p.text(),
    reason: oneOf(CLAIM_REASONS),
    note: personal(p.text().nullable()),
    quantity: p.integer(),
    /** The share of the claim's refund, in minor units. */
    refund_amount: amount().onCreate(() => 0),
    /** The part of the paid price, in minor units. Null if an earlier version stored the item. */
    value: amount().nullable(),
    claim_order: () => p.manyToOne(ClaimOrder).joinColumn('claim_order_id').persist(false).nullable(),
    item: () => p.manyToOne(LineItem).joinColumn('item_id').persist(false).nullable(),
    variant: () => p.manyToOne(ProductVariant).joinColumn('variant_id').persist(false).nullable(),
    images: () => p.oneToMany(ClaimImage).mappedBy('claim_item').orderBy({ created_at: 'asc', id: 'asc' }),
    tags: () =>
      p
        .manyToMany(ClaimTag)
        .pivotTable('claim_item_tags')
        .joinColumn('claim_item_id')
        .inverseJoinColumn('claim_tag_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class ClaimItem extends ClaimItemSchema.class {}
ClaimItemSchema.setClass(ClaimItem)
