import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/** An order of the period, or a cart that changed in the period and is still open. */
export interface Purchase {
  type: 'order' | 'cart'
  id: string
  cart_id: string
  /** Null for a cart. */
  display_id: number | null
  email: string | null
  customer_id: string | null
  customer_group_ids: string[]
  created_at: Date
}

const MAX_ORDERS = 1000
const MAX_CARTS = 200

/** The newest orders and carts, the oldest of them first. */
export async function readPurchases(em: EntityManager, days: number): Promise<Purchase[]> {
  return selectPurchases(em, days)
}

export async function countPurchases(em: EntityManager, days: number): Promise<{ orders: number; carts: number }> {
  const [counts] = await selectCounts(em, days)
  return counts ?? { orders: 0, carts: 0 }
}

const ORDERS_SQL = `
  from "order" o join cart c on c.id = o.cart_id
  where o.created_at > now() - make_interval(days => $1::int) and o.status <> 'canceled'`
const CARTS_SQL = `
  from cart c where c.updated_at > now() - make_interval(days => $1::int) and c.completed_at is null and c.deleted_at is null
    and c.type = 'default' and exists (select from line_item where cart_id = c.id)`

const selectCounts = statement<{ orders: number; carts: number }, [days: number]>(`
  select (select count(*)::int ${ORDERS_SQL}) as orders, (select count(*)::int ${CARTS_SQL}) as carts`)

const selectPurchases = statement<Purchase, [days: number]>(`
  select found.*,
    array(select customer_group_id from customer_group_customers where customer_id = found.customer_id) as customer_group_ids
  from (
    (select 'order' as type, o.id, o.cart_id, o.display_id, o.email, o.customer_id, o.created_at ${ORDERS_SQL}
      order by o.created_at desc, o.id desc limit ${MAX_ORDERS})
    union all
    (select 'cart', c.id, c.id, null, c.email, c.customer_id, c.updated_at ${CARTS_SQL}
      order by c.updated_at desc, c.id desc limit ${MAX_CARTS})) found
  order by created_at, id`)
