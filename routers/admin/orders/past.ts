import { z } from 'zod'
import { findRow } from '#database/rows.ts'
import { PAST_ORDER_STATUSES, PastOrder } from '#entities/old-shop/orders/past-order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import type { ProcedureContext } from '../../context/context.ts'
import { rest } from '../../context/meta.ts'
import { dateFilter, queryOneOrMany } from '../../inputs/query.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { router } from '../../procedures/trpc.ts'
import { type Condition, equalTo, inRange, searchText } from '../../reading/conditions.ts'
import { mayFindBy } from '../../reading/readable-filters.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import { PastOrderResource } from '../../resources/past-order.ts'

const view = { resource: PastOrderResource, defaultOrder: '-placed_at' }

const filters = {
  q: z.string().optional(),
  /** Also finds orders with the e-mail address of the customer. */
  customer_id: z.string().optional(),
  status: queryOneOrMany(z.enum(PAST_ORDER_STATUSES)).optional(),
  placed_at: dateFilter.optional(),
}

/** Orders of the shop that was used before. They are only shown. */
export const pastOrders = router({
  listPast: adminList('past_orders', view, filters, { pageSize: 50 })
    .meta(rest('GET', '/past-orders', 'List imported orders', { allowsStaleReads: true }))
    .query(async ({ ctx, input: { q, customer_id, status, placed_at } }) => [
      searchText(q?.trim(), ['number', 'email', 'buyer_name']),
      // `customer_id[exists]` is not a text.
      typeof customer_id === 'string' ? await ofCustomer(ctx, customer_id) : equalTo({ customer_id }),
      equalTo({ status }),
      inRange({ placed_at }),
    ]),

  getPast: adminGet(rowAnswer('past_order', view), rest('GET', '/past-orders/{id}', 'Retrieve an imported order')),
})

async function ofCustomer({ em }: Pick<ProcedureContext, 'em'>, customer_id: string): Promise<Condition> {
  const customer = mayFindBy(PastOrder, Customer) ? await findRow(em, Customer, { id: customer_id }) : null
  return customer ? { $or: [{ customer_id }, { email: customer.email }] } : { customer_id }
}
