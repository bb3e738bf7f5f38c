import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { Customer } from '#entities/customer/customer.ts'
import { Unauthorized } from '#entities/errors.ts'
import { readRow } from '../../schemas/list.ts'
import { answer } from '../../schemas/resource.ts'
import { CustomerResource } from '../../schemas/resources/customer.ts'
import { CustomerWithOrders } from '../../schemas/resources/customer-with-orders.ts'

export const withCustomer = answer({ customer: CustomerResource })
export const withOrders = answer({ customer: CustomerWithOrders })

const view = {
  entity: Customer,
  resource: CustomerResource,
  defaults: { relations: ['billing_address', 'shipping_addresses'] },
}

const viewWithOrders = {
  entity: Customer,
  resource: CustomerWithOrders,
  defaults: { relations: ['orders.items', 'shipping_addresses'] },
}

/** The customer as they see themselves. */
export async function readCustomer(em: EntityManager, id: string): Promise<z.output<typeof withCustomer>> {
  const customer = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!customer) throw new Unauthorized()
  return { customer }
}

/** The customer as they see themselves at the login, with what they ordered. */
export async function readCustomerWithOrders(em: EntityManager, id: string): Promise<z.output<typeof withOrders>> {
  const customer = await readRow(em, {}, { ...viewWithOrders, where: [{ id }] })
  if (!customer) throw new Unauthorized()
  return { customer }
}
