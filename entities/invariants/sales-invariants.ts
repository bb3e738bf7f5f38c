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
    violation: 'The stored subtotal, discount, shipping or tax of an order differs from its lines and shipping methods',
    find: findWrongSoldAmounts,
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
