import { statement } from '#database/statement.ts'

/** Carts of customers that began in a period, also expired ones. Each step contains the later steps. */
export interface Conversion {
  carts: number
  with_items: number
  /** Carts with an e-mail address. Storefronts store the country of a cart in a shipping address before the customer names one. */
  with_contact: number
  /** Orders of the period that no administrator entered as a draft. */
  orders: number
}

const DURING = (at: string) => `${at} >= (select start from period) and ${at} < (select finish from period)`

/** `from` and `to` are dates. `to` is included. */
export const readConversion = statement<Conversion, [from: string, to: string, timeZone: string]>(`
  with period as (
    select $1::date::timestamp at time zone $3 as start, ($2::date + 1)::timestamp at time zone $3 as finish),
  sold as (
    select coalesce(sum(orders), 0) as orders from (
      select orders from daily_sale
      where (select exists (select from sales_calendar where time_zone = $3)) and day between $1::date and $2::date
      union all
      select orders from quarter_hour_sale
      where not (select exists (select from sales_calendar where time_zone = $3)) and ${DURING('slot')}
      union all
      select orders from sale where ${DURING('slot')}
      union all
      select -1 from "order" where draft_order_id is not null and canceled_at is null and ${DURING('created_at')}
    ) parts),
  unsold as (
    select coalesce(sum(carts), 0) as carts, coalesce(sum(with_items), 0) as with_items, coalesce(sum(with_contact), 0) as with_contact
    from (
      select carts, with_items, with_contact from deleted_cart where ${DURING('slot')}
      union all
      select 1, (exists (select from line_item l where l.cart_id = c.id))::int,
        (c.email is not null)::int
      from cart c where c.completed_at is null and c.type = 'default' and ${DURING('c.created_at')}
    ) parts)
  select (carts + orders)::float8 as carts, (with_items + orders)::float8 as with_items,
    (with_contact + orders)::float8 as with_contact, orders::float8
  from unsold, sold`)
