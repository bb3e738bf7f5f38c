import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { ORDER_STATUSES } from '#entities/orders/order/statuses.ts'
import { FILLED_CARTS_SQL } from '../filled-carts.ts'

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
  /** Of more purchases, this number is a sample that is evenly spread over the period. Default: all. */
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

/** Counts orders without a cart too, which cannot be played. */
export async function countPurchases(em: EntityManager, days: number): Promise<{ orders: number; carts: number }> {
  const [counts] = await selectCounts(em, days)
  return counts ?? { orders: 0, carts: 0 }
}

const UNCANCELED = ORDER_STATUSES.filter((status) => status !== 'canceled').map((status) => `'${status}'`)

/** An index has these columns, so PostgreSQL reads no order to count and choose. Some orders of other programs have no cart. */
const ordersSql = (days: string) => `
  select id, created_at as at from "order" o
  where o.created_at > now() - make_interval(days => ${days}) and o.status = any(array[${UNCANCELED.join()}])`

const cartsSql = (days: string) => `
  with open as materialized (
    select id, updated_at as at from cart
    where updated_at > now() - make_interval(days => ${days}) and completed_at is null and deleted_at is null and type = 'default'),
  ${FILLED_CARTS_SQL}
  select open.* from open join filled on filled.cart_id = open.id`

const selectCounts = statement<{ orders: number; carts: number }, [days: number]>(`
  select (select count(*)::int from (${ordersSql('$1::int')}) o) as orders,
    (select count(*)::int from (${cartsSql('$1::int')}) c) as carts`)

/** Selects rows that are evenly spread over the period, or all if there are at most `max`. */
const sampleSql = (rows: string, max: number | undefined) =>
  max === undefined
    ? rows
    : `select id, at from (
        select *, row_number() over (order by at, id) * ${max} / whole as place, (row_number() over (order by at, id) - 1) * ${max} / whole as before
        from (select *, greatest(count(*) over (), ${max}) as whole from (${rows}) rows) counted) placed
      where place > before`

function purchasesSql({ days, maxOrders, maxCarts }: PurchaseRange): string {
  const period = String(Math.trunc(days))
  return `
  select type, id, cart_id, display_id, customer_id,
    array(select customer_group_id from customer_group_customers where customer_id = found.customer_id) as customer_group_ids
  from (
    select 'order' as type, o.id, o.cart_id, o.display_id, o.customer_id, o.created_at as at
    from (${sampleSql(ordersSql(period), maxOrders)}) sample join "order" o on o.id = sample.id join cart c on c.id = o.cart_id
    union all
    select 'cart', c.id, c.id, null, c.customer_id, c.updated_at
    from (${sampleSql(cartsSql(period), maxCarts)}) sample join cart c on c.id = sample.id) found
  order by at, id`
}
