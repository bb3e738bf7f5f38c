import { type Executor, statement } from '#database/statement.ts'
import { FILLED_CARTS_SQL } from './filled-carts.ts'
import {
  ofOutsideSql,
  ofStoredDaysSql,
  readStoredDays,
  STORED_DAYS_SQL,
  type StoredDaysValues,
  valuesOfDays,
} from './stored-days.ts'

/** Carts of customers that began in a period, also expired ones. Each step contains the later steps. */
export interface Conversion {
  /**
   * Visitors of the pages of the shop, each one once a day. Null if none was counted, and for a time zone in which days begin at
   * another time than the stored ones.
   */
  visits: number | null
  carts: number
  with_items: number
  /** Carts with an e-mail address. Storefronts store the country of a cart in a shipping address before the customer names one. */
  with_contact: number
  /** Orders of the period that no administrator entered as a draft. */
  orders: number
}

const DURING = (at: string) => `${at} >= $4::timestamptz and ${at} < $7::timestamptz`

/** `from` and `to` are dates. `to` is included. */
export async function readConversion(em: Executor, from: string, to: string, timeZone: string): Promise<Conversion> {
  const [conversion] = await selectConversion(em, ...valuesOfDays(await readStoredDays(em, from, to, timeZone)))
  return conversion as Conversion
}

const selectConversion = statement<Conversion, StoredDaysValues>(`
  with ${STORED_DAYS_SQL},
  sold as (
    select coalesce(sum(orders), 0) as orders from (
      ${ofStoredDaysSql('orders', 'daily_sale')}
      union all ${ofOutsideSql('orders', 'quarter_hour_sale', 'slot')}
      union all
      select orders from sale where ${DURING('slot')}
      union all
      select -1 from "order" where draft_order_id is not null and canceled_at is null and ${DURING('created_at')}
    ) parts),
  open as materialized (
    select id, (email is not null)::int as with_contact from cart
    where completed_at is null and type = 'default' and ${DURING('created_at')}),
  ${FILLED_CARTS_SQL},
  unsold as (
    select coalesce(sum(carts), 0) as carts, coalesce(sum(with_items), 0) as with_items, coalesce(sum(with_contact), 0) as with_contact
    from (
      select carts, with_items, with_contact from deleted_cart where ${DURING('slot')}
      union all
      select count(*), count(filled.cart_id), coalesce(sum(open.with_contact), 0)
      from open left join filled on filled.cart_id = open.id
    ) parts)
  select case when $4::timestamptz = $5::timestamptz and $6::timestamptz = $7::timestamptz
      then (select sum(visitors)::float8 from visit_day where day between $2::date and $3::date) end as visits,
    (carts + orders)::float8 as carts, (with_items + orders)::float8 as with_items,
    (with_contact + orders)::float8 as with_contact, orders::float8
  from unsold, sold`)
