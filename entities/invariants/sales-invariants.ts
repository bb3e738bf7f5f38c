import { findWrongSoldAmounts } from '#entities/orders/order/store-sold-amounts.ts'
import { SALE_SUMS } from '#entities/statistics/read-sales.ts'
import type { Invariant } from './invariant.ts'

/** Selects the keys for which two selections of sums differ. A missing row has the sums 0. */
function differencesSql({
  key,
  sums,
  actual,
  stored,
}: {
  key: string
  sums: string[]
  actual: string
  stored: string
}) {
  const valuesOf = (side: string) => sums.map((sum) => `coalesce(${side}.${sum}, 0)`).join(', ')
  return `
    select concat_ws(' ', ${key}) as id
    from (${actual}) actual full join (${stored}) stored using (${key})
    where (${valuesOf('actual')}) <> (${valuesOf('stored')})`
}

const summed = (sums: string[]) => sums.map((sum) => `sum(${sum}) as ${sum}`).join(', ')

const SALES = `${SALE_SUMS.join(', ')}`
const DAY = '(slot at time zone time_zone)::date'

const TAX_SUMS = ['taxable', 'net', 'tax']
const TAX_KEY = 'order_id, kind, country_code, name, code, rate, is_giftcard'
/* A join does not match null. */
const NON_NULL_TAX_KEY = `kind, coalesce(country_code, '') as country_code, coalesce(name, '') as name,
  coalesce(code, '') as code, rate, is_giftcard`

const AT_DAY = '(at at time zone time_zone)::date'
const STORED_TAX = `kind, country_code, name, code, rate, is_giftcard, ${TAX_SUMS.join(', ')}`
const DAILY_TAX_KEY = 'day, currency_code, kind, country_code, name, code, rate, is_giftcard'
const dailyTaxesSql = (entries: string) => `
  select ${DAILY_TAX_KEY}, ${summed(TAX_SUMS)} from (
    select day, currency_code, ${NON_NULL_TAX_KEY}, ${TAX_SUMS.join(', ')} from (${entries}) entries) keyed
  group by ${DAILY_TAX_KEY}`

const bookedTaxesSql = (owners: string) => `
  select ${TAX_KEY}, ${summed(TAX_SUMS)} from (
    select order_id, ${NON_NULL_TAX_KEY}, taxable, net, tax
    from (${owners}) owners, jsonb_to_recordset(taxes) entry (kind text, country_code text, name text, code text, rate float8,
      is_giftcard boolean, taxable bigint, net bigint, tax bigint)) booked
  group by ${TAX_KEY}`

export const SALES_INVARIANTS: Record<string, Invariant> = {
  'sales-drift': {
    violation: 'The stored sales differ from the orders, payments, gift card transactions and refunds',
    sql: [
      differencesSql({
        key: 'slot, region_id, currency_code',
        sums: SALE_SUMS,
        actual: 'select * from actual_sale',
        stored: `
          select slot, region_id, currency_code, ${summed(SALE_SUMS)} from (
            select slot, region_id, currency_code, ${SALES} from quarter_hour_sale
            union all select slot, region_id, currency_code, ${SALES} from sale
          ) parts group by 1, 2, 3`,
      }),
      differencesSql({
        key: 'day, region_id, currency_code',
        sums: SALE_SUMS,
        actual: `
          select ${DAY} as day, region_id, currency_code, ${summed(SALE_SUMS)} from quarter_hour_sale, sales_calendar
          group by 1, 2, 3`,
        stored: 'select * from daily_sale',
      }),
    ].join(' union all '),
  },
  'sold-amounts-drift': {
    violation:
      'The stored subtotal, discount, shipping or taxes of an order differ from its lines, shipping methods and refunds',
    find: findWrongSoldAmounts,
  },
  'booked-amount-drift': {
    violation: 'The taxes of an order do not add up to its total before gift cards and to its refunds',
    sql: `
      select o.id from "order" o, lateral (
        select coalesce(sum(net + tax) filter (where kind = 'sale'), 0) as sold,
          coalesce(sum(net + tax) filter (where kind = 'refund'), 0) as refunded
        from jsonb_to_recordset(o.taxes) entry (kind text, net bigint, tax bigint)) booked
      where o.canceled_at is null and o.taxes is not null and (
        booked.sold <> o.sold_subtotal - o.sold_discount + o.sold_shipping + o.sold_tax
        or booked.refunded <> (
            select coalesce(sum(amount - coalesce(excess_amount, 0)), 0) from refund
            where order_id = o.id and status <> 'failed' and swap_id is null)
          + (select coalesce(sum(amount), 0) from settled_debt d
            where d.order_id = o.id and is_settled and not exists (select from swap where id = d.owner_id)))`,
  },
  'tax-entries-drift': {
    violation: 'The entries of the tax report differ from the taxes of an order and its swaps',
    sql: differencesSql({
      key: TAX_KEY,
      sums: TAX_SUMS,
      actual: bookedTaxesSql(`
        select id as order_id, taxes from "order" where canceled_at is null
        union all select order_id, taxes from swap where canceled_at is null`),
      stored: `select ${TAX_KEY}, ${summed(TAX_SUMS)} from (
        select order_id, ${NON_NULL_TAX_KEY}, ${TAX_SUMS.join(', ')} from tax_entry) entries group by ${TAX_KEY}`,
    }),
  },
  'daily-taxes-drift': {
    violation: 'The stored taxes of a day differ from the entries of the tax report',
    sql: differencesSql({
      key: DAILY_TAX_KEY,
      sums: TAX_SUMS,
      actual: dailyTaxesSql(`select ${AT_DAY} as day, * from tax_entry, sales_calendar`),
      stored: dailyTaxesSql(`
        select day, currency_code, ${STORED_TAX} from daily_tax
        union all select ${AT_DAY}, currency_code, ${STORED_TAX} from tax_change, sales_calendar`),
    }),
  },
  'returning-drift': {
    violation: 'The stored fact that the buyer of an order has an earlier order is wrong',
    sql: 'select id from actual_returning_order where is_returning <> is_actually_returning',
  },
  'variant-sales-drift': {
    violation: 'The stored units that were sold of a variant differ from the order lines',
    sql: differencesSql({
      key: 'grain, start, variant_id',
      sums: ['units'],
      actual: `
        select grain, date_trunc(grain, ${DAY})::date as start, variant_id, sum(units) as units
        from actual_variant_sale, sales_calendar, unnest('{day,month,year}'::text[]) grain group by 1, 2, 3`,
      stored: `
        select grain, start, variant_id, sum(units) as units from (
          select grain, start, variant_id, units from variant_sale_total
          union all
          select grain, date_trunc(grain, ${DAY})::date, variant_id, units
          from variant_sale, sales_calendar, unnest('{day,month,year}'::text[]) grain
        ) parts group by 1, 2, 3`,
    }),
  },
}
