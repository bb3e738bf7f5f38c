import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

export interface DiscountUsage {
  currency_code: string
  /** The number of orders that are not canceled. */
  orders: number
  /** What these orders gave at their placement, in minor units without tax, also of shipping. */
  given: number
}

/** The uses of a discount and of the codes below it, by currency. */
export const readUsage = (em: EntityManager, id: string): Promise<DiscountUsage[]> => selectUsage(em, id)

const selectUsage = statement<DiscountUsage, [id: string]>(`
  select o.currency_code, count(distinct o.id)::int as orders, coalesce(sum(a.given), 0)::float8 as given
  from discount d join agreed_discount a on a.discount_id = d.id join "order" o on o.id = a.order_id
  where (d.id = $1 or d.parent_discount_id = $1) and o.status <> 'canceled'
  group by o.currency_code order by o.currency_code`)
