import type { EntityManager } from '@mikro-orm/postgresql'
import { type RunSql, statement } from '#database/statement.ts'
import { type BookedTax, isSameBooking } from '../taxes/booked-taxes.ts'
import { orderFromJson, orderJsonSql, type PricedOrder, withTotal } from './read-order.ts'
import type { SoldAmounts } from './sold-amounts.ts'

const PAGE = 200

type StoredSold = { [Name in keyof SoldAmounts]: number | null } & {
  id: string
  taxes: BookedTax[] | null
  is_canceled: boolean
}
type FoundOrder = StoredSold & { order: unknown }

/** Computes the amounts and taxes of orders that have none: those of earlier versions and imported ones. */
export async function storeSoldAmounts(em: EntityManager, signal?: AbortSignal): Promise<void> {
  for (let after = ''; !signal?.aborted; ) {
    const rows = await selectUncomputed(em, after)
    const priced = rows.map(priceFound)
    const values = (name: keyof SoldAmounts) => priced.map(({ sold }) => sold[name])
    const last = rows.at(-1)
    if (!last) return
    await storeSold(
      em,
      rows.map(({ id }) => id),
      values('sold_subtotal'),
      values('sold_discount'),
      values('sold_shipping'),
      values('sold_tax'),
      priced.map(({ taxes }) => JSON.stringify(taxes)),
    )
    after = last.id
  }
}

/** Returns the ids of orders whose stored amounts are wrong. Orders without amounts are unfinished work. */
export async function findWrongSoldAmounts(query: RunSql): Promise<string[]> {
  const wrong: string[] = []
  for (let after = ''; ; ) {
    const condition = `e.id > '${after.replaceAll("'", "''")}' and e.taxes is not null`
    const rows = (await query(ordersSql(condition))) as unknown[] as FoundOrder[]
    wrong.push(...rows.filter(isWrong).map(({ id }) => id))
    const last = rows.at(-1)
    if (!last) return wrong
    after = last.id
  }
}

const priceFound = ({ order }: FoundOrder): PricedOrder => withTotal(orderFromJson(order))

function isWrong(row: FoundOrder): boolean {
  const { sold, taxes } = priceFound(row)
  return (
    !(row.is_canceled || isSameBooking(row.taxes, taxes)) ||
    (Object.keys(sold) as (keyof SoldAmounts)[]).some((name) => sold[name] !== Number(row[name]))
  )
}

const ordersSql = (condition: string) => `
  select e.id, e.sold_subtotal::float8, e.sold_discount::float8, e.sold_shipping::float8, e.sold_tax::float8, e.taxes, e.canceled_at is not null as is_canceled,
    (${orderJsonSql('o.id = e.id')}) as order
  from "order" e where ${condition} order by e.id limit ${PAGE}`

const selectUncomputed = statement<FoundOrder, [after: string]>(ordersSql('e.id > $1 and e.taxes is null'))

/** An order that was changed in the meantime keeps the amounts of the change. */
const storeSold = statement<
  object,
  [ids: string[], subtotals: number[], discounts: number[], shipping: number[], tax: number[], taxes: string[]]
>(`
  update "order" o
  set sold_subtotal = s.subtotal, sold_discount = s.discount, sold_shipping = s.shipping, sold_tax = s.tax, taxes = s.taxes
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::jsonb[]) s (id, subtotal, discount, shipping, tax, taxes)
  where o.id = s.id and o.taxes is null`)
