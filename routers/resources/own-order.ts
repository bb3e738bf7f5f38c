import { z } from 'zod'
import { Cart } from '#entities/cart/cart/cart.ts'
import { ClaimItem } from '#entities/orders/claim/claim-item.ts'
import { ClaimOrder } from '#entities/orders/claim/claim-order.ts'
import { DraftOrder } from '#entities/orders/draft-order/draft-order.ts'
import { Order } from '#entities/orders/order/order.ts'
import { OrderEdit } from '#entities/orders/order-edit/order-edit.ts'
import { GiftCardTransaction } from '#entities/promotions/gift-card/gift-card-transaction.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { storedCartColumns } from './cart-columns.ts'
import { ClaimImageResource, storeClaimRelations } from './claim.ts'
import { GiftCardResource } from './gift-card.ts'
import { StoredLine } from './line-item.ts'
import { orderTotals, storeOrderRelations } from './order.ts'
import { orderColumns, publicOrderColumns } from './order-columns.ts'
import { OrderItemChangeResource, publicEditColumns } from './order-edit.ts'
import { CurrencyResource } from './region.ts'

/* These resources show an order to its own customer. The relations omit internal notes of the shop. */

const OwnCart = defineResource({
  name: 'OwnCart',
  entity: Cart,
  fields: 'cart',
  columns: storedCartColumns,
  relations: () => ({ items: toMany(StoredLine) }),
})

const OwnDraftOrder = defineResource({
  name: 'OwnDraftOrder',
  entity: DraftOrder,
  fields: 'draft_order',
  columns: columnsOf(DraftOrder, {
    omit: ['metadata', 'no_notification_order', 'idempotency_key', 'tags', 'payment_link_expires_at'],
  }),
})

const OwnOrderEdit = defineResource({
  name: 'OwnOrderEdit',
  entity: OrderEdit,
  columns: publicEditColumns,
  relations: () => ({ changes: toMany(OrderItemChangeResource), items: toMany(StoredLine) }),
})

const OwnClaimItem = defineResource({
  name: 'OwnClaimItem',
  entity: ClaimItem,
  columns: columnsOf(ClaimItem, { omit: ['refund_amount', 'value', 'note', 'metadata'] }),
  relations: () => ({ images: toMany(ClaimImageResource), item: toOne(StoredLine) }),
})

const OwnClaim = defineResource({
  name: 'OwnClaim',
  entity: ClaimOrder,
  fields: 'claim',
  columns: columnsOf(ClaimOrder),
  relations: () => ({ ...storeClaimRelations(), claim_items: toMany(OwnClaimItem) }),
})

const OwnGiftCardTransaction = defineResource({
  name: 'OwnGiftCardTransaction',
  entity: GiftCardTransaction,
  columns: columnsOf(GiftCardTransaction),
  relations: () => ({ gift_card: toOne(GiftCardResource) }),
})

/** `fields` can name all columns of this resource. Other routes of the store show fewer columns. */
export const OwnOrder = defineResource({
  name: 'OwnOrder',
  entity: Order,
  fields: 'order',
  columns: { ...z.object(orderColumns).partial().shape, ...publicOrderColumns },
  computed: orderTotals,
  relations: () => ({
    ...storeOrderRelations(),
    cart: toOne(OwnCart),
    currency: toOne(CurrencyResource),
    draft_order: toOne(OwnDraftOrder),
    edits: toMany(OwnOrderEdit),
    claims: toMany(OwnClaim),
    gift_card_transactions: toMany(OwnGiftCardTransaction),
  }),
  loadSeparately: ['returns', 'claims', 'swaps'],
})
