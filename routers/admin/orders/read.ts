import { rest } from '../../context/meta.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { router } from '../../procedures/trpc.ts'
import { adminOrderConditions, adminOrderFilters } from './order-filters.ts'
import { orderAnswerWithReturnableItems, orderReadOptions } from './read-order.ts'
import { rejectReturnableItems } from './returnable-items.ts'

export const orderRead = router({
  list: adminList('orders', orderReadOptions, adminOrderFilters, { pageSize: 50, fields: 'order' })
    .meta(rest('GET', '/orders', 'List orders', { allowsStaleReads: true }))
    .query(({ input }) => {
      rejectReturnableItems(input)
      return adminOrderConditions(input)
    }),

  get: adminGet(orderAnswerWithReturnableItems, rest('GET', '/orders/{id}', 'Retrieve an order')),
})
