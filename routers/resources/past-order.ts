import { z } from 'zod'
import { ImportedCustomer } from '#entities/old-shop/customers/imported-customer.ts'
import { PastOrder } from '#entities/old-shop/orders/past-order.ts'
import { PastAddress, PastOrderDetails, PastOrderItem } from '#entities/old-shop/orders/past-order-parts.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

const address = PastAddress.nullable()
const parts = { items: z.array(PastOrderItem), billing_address: address, shipping_address: address }

export const PastOrderResource = defineResource({
  name: 'PastOrder',
  entity: PastOrder,
  columns: { ...columnsOf(PastOrder), ...parts, details: PastOrderDetails },
})

/** Customers do not see the tags of the shop, and the ids of the import. */
export const OwnPastOrder = defineResource({
  name: 'OwnPastOrder',
  entity: PastOrder,
  columns: { ...columnsOf(PastOrder, { omit: ['details', 'batch_job_id', 'customer_id'] }), ...parts },
})

export const ImportedCustomerResource = defineResource({
  name: 'ImportedCustomer',
  entity: ImportedCustomer,
  columns: { ...columnsOf(ImportedCustomer), tags: z.array(z.string()) },
})
