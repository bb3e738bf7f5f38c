import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/** An order of the period, or a cart that changed in the period and is still open. */
export interface Purchase {
  type: 'order' | 'cart'
  id: string
  cart_id: string
  /** Null for a cart. */
  display_id: number | null
  customer_id: string | null
  customer_group_ids: string[]
}

export interface PurchaseRange {
  days: number
  /** The newest ones. Default: all. */
  maxOrders?: number
  maxCarts?: number
}

/** Small enough that other requests of the process hardly wait while the rows of a page are parsed. */
const PAGE = 10

/** Reads the purchases in pages, the oldest first. The transaction keeps a cursor, so the process keeps one page. */
export async function* readPurchases(em: EntityManager, range: PurchaseRange): AsyncGenerator<Purchase[]> {
  await em.execute(`declare purchases no scroll cursor for ${purchasesSql(range)}`)
  try {
    for (;;) {
      const page: Purchase[] = await em.execute(`fetch ${PAGE} from purchases`)
      if (page.length === 0) return
      yield page
    }
  } finally {
    // After a failed statement the transaction refuses the close, and its error would hide the first one.
    await em.execute('close purchases').catch(() => {})
  }
}

export async function countPurchases(em: EntityManager, days: number): Promise<{ orders: number; carts: number }> {
  const [counts] = await selectCounts(em, days)
  return counts ?? { orders: 0, carts: 0 }
}

const ordersSql = (days: string) => `
  from "order" o join cart c on c.id = o.cart_id
  where o.created_at > now() - make_interval(days => ${days}) and o.status <> 'canceled'`
const cartsSql = (days: string) => `
  from cart c where c.updated_at > now() - make_interval(days => ${days}) and c.completed_at is null and c.deleted_at is null
    and c.type = 'default' and exists (select from line_item where cart_id = c.id)`

const selectCounts = statement<{ orders: number; carts: number }, [days: number]>(`
  select (select count(*)::int ${ordersSql('$1::int')}) as orders, (select count(*)::int ${cartsSql('$1::int')}) as carts`)

const limitSql = (max: number | undefined) => (max === undefined ? '' : `limit ${Math.trunc(max)}`)

function purchasesSql({ days, maxOrders, maxCarts }: PurchaseRange): string {
  const period = String(Math.trunc(days))
  return `
  select type, id, cart_id, display_id, customer_id,
    array(select customer_group_id from customer_group_customers where customer_id = found.customer_id) as customer_group_ids
  from (
    (select 'order' as type, o.id, o.cart_id, o.display_id, o.customer_id, o.created_at ${ordersSql(period)}
      order by o.created_at desc, o.id desc ${limitSql(maxOrders)})
    union all
    (select 'cart', c.id, c.id, null, c.customer_id, c.updated_at ${cartsSql(period)}
      order by c.updated_at desc, c.id desc ${limitSql(maxCarts)})) found
  order by created_at, id`
}
