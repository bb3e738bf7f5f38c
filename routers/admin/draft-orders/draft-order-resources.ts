import { z } from 'zod'
import { DraftOrder } from '#entities/orders/draft-order/draft-order.ts'
import { columnsOf } from '../../inputs/columns.ts'
import { ShownTags } from '../../inputs/tags.ts'
import { defineResource } from '../../reading/define-resource.ts'
import { CartResource } from '../../resources/cart.ts'
import { draftOrderRelations, StoredOrder } from '../../resources/stored-order.ts'

const EXTRAS = { tags: ShownTags, payment_link_expires_at: z.date().optional() }

export const ListedDraftOrder = defineResource({
  name: 'ListedDraftOrder',
  entity: DraftOrder,
  fields: 'draft_order',
  columns: columnsOf(DraftOrder, { omit: ['tags', 'payment_link_expires_at'] }),
  sparse: EXTRAS,
  relations: draftOrderRelations,
})

export const DraftOrderResource = defineResource({
  name: 'DraftOrder',
  entity: DraftOrder,
  fields: 'draft_order',
  columns: columnsOf(DraftOrder, { omit: ['tags', 'payment_link_expires_at'] }),
  sparse: EXTRAS,
  relations: () => ({ cart: CartResource, order: StoredOrder.nullable() }),
})
