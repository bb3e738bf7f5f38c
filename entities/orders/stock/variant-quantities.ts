import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { type BoundStatement, batch, statement } from '#database/statement.ts'
import { openCartColumnSql } from '#entities/cart/cart/open-cart-sql.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import type { CartStockRow, VariantChange } from './order-stock.ts'

type Line = { variant_id?: string | null | undefined; quantity: number }

/** Locks the variants by id, so that two orders cannot deadlock. Returns the ids without enough stock. */
export async function lockVariantQuantities(em: EntityManager, lines: readonly Line[]): Promise<string[]> {
  const { ids, quantities } = sumQuantitiesByVariant(lines)
  return ids.length > 0 ? parseShortVariants(await lockQuantitiesOfLines(em, ids, quantities)) : []
}

export const parseShortVariants = (rows: readonly CartStockRow[]): string[] => rows.map(({ stock }) => String(stock))

/** The caller must have called `lockVariantQuantities`. */
export async function takeVariantQuantities(em: EntityManager, lines: readonly Line[]): Promise<void> {
  const { ids, quantities } = sumQuantitiesByVariant(lines)
  if (ids.length > 0) await takeQuantities(em, ids, quantities, now())
}

export function takeQuantitiesStatement(lines: readonly Line[], at: Date): BoundStatement<object> {
  const { ids, quantities } = sumQuantitiesByVariant(lines)
  return takeQuantities.with(ids, quantities, at)
}

/** Takes stock without a check, so the stock can become negative. */
export const takeBackorderedQuantitiesStatements = (lines: readonly Line[], at: Date): BoundStatement<object>[] => [
  setNegativeStockAllowed.with('true'),
  takeQuantitiesStatement(lines, at),
  setNegativeStockAllowed.with(''),
]

/** Must compute the same as the statement `takeQuantities`. */
export function computeQuantityAfter(lines: readonly Line[], at: Date): VariantChange {
  const { ids, quantities } = sumQuantitiesByVariant(lines)
  const quantityById = new Map(ids.map((id, i) => [id, quantities[i] as number]))
  return (variant) => {
    const quantity = variant.manage_inventory ? (quantityById.get(variant.id) ?? 0) : 0
    return { ...variant, inventory_quantity: variant.inventory_quantity - quantity, updated_at: at }
  }
}

/** Locks the variants in the order of their ids first. An update alone locks them in any order and could deadlock. */
export async function returnVariantQuantities(em: EntityManager, lines: readonly Line[]): Promise<void> {
  const { ids, quantities } = sumQuantitiesByVariant(lines)
  if (ids.length > 0) await batch(em, lockVariants.with(ids), returnQuantities.with(ids, quantities))
}

function sumQuantitiesByVariant(lines: readonly Line[]): { ids: string[]; quantities: number[] } {
  const quantityById = new Map<string, number>()
  for (const { variant_id, quantity } of lines) {
    if (variant_id) quantityById.set(variant_id, (quantityById.get(variant_id) ?? 0) + quantity)
  }
  return { ids: [...quantityById.keys()], quantities: [...quantityById.values()] }
}

const lockAndFindShortVariants = (quantitiesSql: string) =>
  statement<CartStockRow>(`
    with wanted as (${quantitiesSql}),
    stock as (
      select id, inventory_quantity, manage_inventory and not allow_backorder as is_limited
      from product_variant where id = any(array(select id from wanted)) order by id for no key update)
    select stock.id as stock from stock join wanted using (id)
    where stock.is_limited and stock.inventory_quantity < wanted.quantity order by stock.id`)

const lockQuantitiesOfLines = lockAndFindShortVariants(
  'select * from unnest($1::text[], $2::int[]) as line(id, quantity)',
)

/** The returned items of a swap need no stock. */
export const lockCartQuantitiesStatement = lockAndFindShortVariants(`
  select variant_id as id, sum(quantity) as quantity from line_item
  where cart_id = ${openCartColumnSql('id')} and variant_id is not null and not is_return group by variant_id`)

const takeQuantities = statement(`
  update product_variant v set taken_quantity = v.taken_quantity + wanted.quantity, updated_at = $3,
    inventory_quantity = v.inventory_quantity - case when v.manage_inventory then wanted.quantity else 0 end
  from unnest($1::text[], $2::int[]) as wanted(id, quantity) where v.id = wanted.id`)

/** The setting `true` lets stock become negative. It ends with the transaction. */
export const setNegativeStockAllowed = statement(`select set_config('cartwright.owed', $1, true)`)

const lockVariants = query((db, ids: readonly string[]) =>
  db.selectFrom('product_variant').where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate(),
)

const returnQuantities = statement(`
  update product_variant v set taken_quantity = v.taken_quantity - given.quantity, updated_at = now(),
    inventory_quantity = v.inventory_quantity + case when v.manage_inventory then given.quantity else 0 end
  from unnest($1::text[], $2::int[]) as given(id, quantity) where v.id = given.id`)
