import { Order } from '#entities/orders/order/order.ts'
import { orderLine, orderTitles } from '#entities/orders/order-csv/order-columns.ts'
import { adminOrderConditions, adminOrderFilters } from '#routers/admin/orders/order-filters.ts'
import { orderReadOptions } from '#routers/admin/orders/read-order.ts'
import { fieldConditions, withFieldFilters } from '#routers/filters/field-inputs.ts'
import { readRows } from '#routers/reading/read-row.ts'
import { isColumnRequested } from './export-context.ts'
import { exportType } from './export-type.ts'

const Filters = withFieldFilters(['order', 'admin'], adminOrderFilters)
const relations = ['customer', 'shipping_address', 'sales_channel']

export const orderExport = exportType({
  noun: 'order',
  hasPersonalData: true,
  procedure: 'orders.list',
  entity: Order,
  resource: orderReadOptions.resource,
  defaults: { relations },
  filters: Filters,
  conditions({ filterable_fields }) {
    const filters = Filters.parse(filterable_fields)
    return [...adminOrderConditions(filters), ...fieldConditions('order', filters)]
  },

  async open({ em, context }) {
    const isRequested = (name: string) => isColumnRequested(context, orderReadOptions.resource, name)
    return {
      titles: orderTitles(isRequested),
      read: async (ids) =>
        (await readRows(em, ids, { ...orderReadOptions, defaults: { relations } })).map((order) =>
          orderLine(order, isRequested),
        ),
    }
  },
})
