import { z } from 'zod'
import { FULFILLMENT_STATUSES, ORDER_STATUSES, Order, PAYMENT_STATUSES } from '#entities/order/order.ts'
import { readOrders } from '#entities/order/read-order.ts'
import { rest } from '../../meta.ts'
import { type Condition, equal, search, within } from '../../schemas/conditions.ts'
import { listKeys } from '../../schemas/list.ts'
import { dateFilter, paging, queryInt, queryList, queryNumber, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { StoreOrder } from '../../schemas/resources/order.ts'
import { customerProcedure, router } from '../../trpc.ts'
import { showStoreOrders, WITH_AFTERMATH } from '../orders/show-order.ts'

const text = z.string().optional()

const filters = {
  id: text,
  q: text,
  status: queryList(z.enum(ORDER_STATUSES)).optional(),
  fulfillment_status: queryList(z.enum(FULFILLMENT_STATUSES)).optional(),
  payment_status: queryList(z.enum(PAYMENT_STATUSES)).optional(),
  display_id: queryInt.optional(),
  cart_id: text,
  email: text,
  region_id: text,
  currency_code: text,
  tax_rate: queryNumber.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  canceled_at: dateFilter.optional(),
}

export const orders = router({
  listOrders: customerProcedure
    .meta(rest('GET', '/customers/me/orders', 'List the orders of the customer who is logged in'))
    .input(z.strictObject({ ...paging(10), ...selecting, ...filters }).prefault({}))
    .output(listAnswer('orders', StoreOrder))
    .query(async ({ ctx, input }) => {
      const { limit, offset, expand, fields, q, created_at, updated_at, canceled_at, ...exact } = input
      const { keys, ...page } = await listKeys(
        ctx.em,
        { limit, offset },
        {
          entity: Order,
          resource: StoreOrder,
          where: [
            { customer_id: ctx.customer_id },
            equal(exact),
            within({ created_at, updated_at, canceled_at }),
            mentions(q),
          ],
        },
      )
      const orders = await readOrders(ctx.em, keys)
      return { orders: showStoreOrders(orders, { expand, fields }, WITH_AFTERMATH), ...page }
    }),
})

/** The text is the number of the order, or occurs in what it says of the customer. */
function mentions(text: string | undefined): Condition | undefined {
  const people = ['first_name', 'last_name', 'phone'].map((column) => `customer.${column}`)
  const byPeople = search(text, ['email', 'shipping_address.first_name', ...people])
  return byPeople && /^\d{1,9}$/.test(text!) ? { $or: [byPeople, { display_id: Number(text) }] } : byPeople
}
