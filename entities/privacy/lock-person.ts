import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import { lockBuyersSql } from '#entities/orders/order/lock-buyers.ts'
import type { Person } from './find-person.ts'

/**
 * Locks the customers, carts, orders and swaps of a person. Operations on their other rows take one of these locks first. The customers
 * come last, because a checkout holds its cart when its order refers to the customer.
 */
export async function lockPerson(em: EntityManager, { customers, email }: Person): Promise<void> {
  const parameters = [customers, email ?? null] as const
  await batch(
    em,
    lockOrders.with(...parameters),
    lockCarts.with(...parameters),
    lockSwaps.with(...parameters),
    lockCustomers.with(customers),
    lockBuyers.with(...parameters),
  )
}

const isOfPerson = (alias: string) => `(${alias}.customer_id = any($1::text[]) or lower(${alias}.email) = $2::text)`

/** The erasure also marks orders of the same mailbox, see `lock-buyers.ts`. */
const lockOrders = statement(`
  select from "order" o where ${isOfPerson('o')} or buyer_mailbox(o.email) = buyer_mailbox($2::text)
  order by o.id for no key update`)
const lockCarts = statement(`select from cart c where ${isOfPerson('c')} order by c.id for no key update`)
const lockSwaps = statement(`
  select from swap s join "order" o on o.id = s.order_id where ${isOfPerson('o')} order by s.id for no key update of s`)
const lockBuyers = statement(
  lockBuyersSql(`
    select unnest($1::text[]) union select buyer_mailbox($2::text)
    union select o.customer_id from "order" o where ${isOfPerson('o')}
    union select buyer_mailbox(o.email) from "order" o where ${isOfPerson('o')}`),
)
const lockCustomers = statement(`select from customer where id = any($1::text[]) order by id for no key update`)
