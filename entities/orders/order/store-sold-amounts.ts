import type { EntityManager } from '@mikro-orm/postgresql'
import { type RunSql, statement } from '#database/statement.ts'
import { orderFromJson, orderJsonSql, priceOrder } from './read-order.ts'
import { type SoldAmounts, soldAmountsOf } from './sold-amounts.ts'

const PAGE = 200

type StoredSold = { [Name in keyof SoldAmounts]: number | null } & { id: string }
type FoundOrder = StoredSold & { order: unknown }

/** Computes the amounts of orders that have none: those of earlier versions and imported ones. */
export async function storeSoldAmounts(em: EntityManager, signal?: AbortSignal): Promise<void> {
  for (let after = ''; !signal?.aborted; ) {
    const rows = await selectUncomputed(em, after)
    const sold = rows.map(computeSold)
    const values = (name: keyof SoldAmounts) => sold.map((amounts) => amounts[name])
    const last = rows.at(-1)
    if (!last) return
    await storeSold(
      em,
      rows.map(({ id }) => id),
      values('sold_subtotal'),
      values('sold_discount'),
      values('sold_shipping'),
      values('sold_tax'),
    )
    after = last.id
  }
}

/** Returns the ids of orders whose stored amounts are wrong. Orders without amounts are unfinished work. */
export async function findWrongSoldAmounts(query: RunSql): Promise<string[]> {
  const wrong: string[] = []
  for (let after = ''; ; ) {
    const condition = `e.id > '${after.replaceAll("'", "''")}' and e.sold_subtotal is not null`
    const rows = (await query(ordersSql(condition))) as unknown[] as FoundOrder[]
    wrong.push(...rows.filter(isWrong).map(({ id }) => id))
    const last = rows.at(-1)
    if (!last) return wrong
    after = last.id
  }
}

const computeSold = ({ order }: FoundOrder): SoldAmounts => soldAmountsOf(priceOrder(orderFromJson(order)))

function isWrong(row: FoundOrder): boolean {
  const sold = computeSold(row)
  return (Object.keys(sold) as (keyof SoldAmounts)[]).some((name) => sold[name] !== Number(row[name]))
}

const ordersSql = (condition: string) => `
  select e.id, e.sold_subtotal::float8, e.sold_discount::float8, e.sold_shipping::float8, e.sold_tax::float8,
    (${orderJsonSql('o.id = e.id')}) as order
  from "order" e where ${condition} order by e.id limit ${PAGE}`

const selectUncomputed = statement<FoundOrder, [after: string]>(ordersSql('e.id > $1 and e.sold_subtotal is null'))

/** An order that was changed in the meantime keeps the amounts of the change. */
const storeSold = statement<
  object,
  [ids: string[], subtotals: number[], discounts: number[], shipping: number[], taxes: number[]]
>(`
  update "order" o
  set sold_subtotal = s.subtotal, sold_discount = s.discount, sold_shipping = s.shipping, sold_tax = s.tax
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) s (id, subtotal, discount, shipping, tax)
  where o.id = s.id and o.sold_subtotal is null`)
