import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { Unauthorized } from '#entities/errors.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import { CustomerResource } from '../../resources/customer.ts'
import { CustomerWithOrders } from '../../resources/customer-with-orders.ts'

export const customerResponse = responseSchema({ customer: CustomerResource })
export const customerWithOrdersResponse = responseSchema({ customer: CustomerWithOrders })

const view = {
  resource: CustomerResource,
  defaults: { relations: ['billing_address', 'shipping_addresses'] },
}

const customerWithOrdersReadOptions = {
  resource: CustomerWithOrders,
  defaults: { relations: ['orders.items', 'shipping_addresses'] },
}

export async function readCustomer(em: EntityManager, id: string): Promise<z.output<typeof customerResponse>> {
  const customer = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!customer) throw new Unauthorized()
  return { customer }
}

export async function readCustomerWithOrders(
  em: EntityManager,
  id: string,
): Promise<z.output<typeof customerWithOrdersResponse>> {
  const customer = await readRow(em, {}, { ...customerWithOrdersReadOptions, where: [{ id }] })
  if (!customer) throw new Unauthorized()
  return { customer }
}
