import { z } from 'zod'
import { CART_TYPES } from '#entities/cart/cart/cart.ts'
import { rest } from '../../context/meta.ts'
import { orderConditions, ownOrderFilters } from '../../filters/order-conditions.ts'
import { selectionParams, storePaging } from '../../inputs/query.ts'
import { customerList } from '../../procedures/row-list.ts'
import { router } from '../../procedures/trpc.ts'
import { equalTo } from '../../reading/conditions.ts'
import { STORE_ORDER_COLUMNS } from '../../resources/order.ts'
import { OwnOrder } from '../../resources/own-order.ts'
import { OwnPastOrder } from '../../resources/past-order.ts'
import { AFTER_SALE_DEFAULTS, storeOrderReadOptions } from '../orders/read-store-order.ts'

const filters = { ...ownOrderFilters, region_id: z.string().optional() }

const allowed = [
  ...AFTER_SALE_DEFAULTS.allowed,
  ...['cart.items', 'currency', 'draft_order', 'edits.items'],
  ...['edits.changes.line_item', 'edits.changes.original_line_item'],
  ...['items.variant.options', 'items.variant.product.profiles'],
  ...['discounts.regions', 'region.payment_providers', 'region.fulfillment_providers'],
  ...['claims.claim_items.images', 'claims.claim_items.item', 'gift_card_transactions.gift_card'],
]

const ownOrders = {
  ...storeOrderReadOptions,
  resource: OwnOrder,
  defaults: {
    ...AFTER_SALE_DEFAULTS,
    columns: STORE_ORDER_COLUMNS,
    strictFields: false,
    allowed,
    scopes: {
      // Customers do not see carts of draft orders or edits that the shop has not requested.
      cart: { type: CART_TYPES.filter((type) => type !== 'draft_order') },
      edits: { status: ['requested', 'confirmed', 'declined'] },
    },
  },
}

export const orders = router({
  listOrders: customerList('orders', ownOrders, filters, {
    page: { ...storePaging(10), ...selectionParams },
    fields: 'order',
  })
    .meta(rest('GET', '/customers/me/orders', 'List the orders of the current customer'))
    .query(({ ctx: { customer_id }, input }) => [
      equalTo({ customer_id, region_id: input.region_id }),
      ...orderConditions(input),
    ]),

  listPastOrders: customerList('past_orders', { resource: OwnPastOrder, defaultOrder: '-placed_at' })
    .meta(rest('GET', '/customers/me/past-orders', 'List the imported orders of the current customer'))
    .query(({ ctx: { customer_id } }) => [{ customer_id }]),
})
