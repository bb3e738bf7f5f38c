import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { type BoundStatement, batch, statement } from '#database/statement.ts'
import { DomainError, NotAllowed } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import { openCartColumnSql } from '../cart/open-cart-sql.ts'

class OutOfStock extends DomainError {
  constructor(variantIds: readonly string[]) {
    const errors = variantIds.map((id) => ({
      message: buildShortageMessage(id),
      type: 'not_allowed',
      code: INSUFFICIENT_INVENTORY,
    }))
    super('conflict', errors.map((error) => error.message).join(', '), INSUFFICIENT_INVENTORY, errors)
  }
}

const INSUFFICIENT_INVENTORY = 'insufficient_inventory'
const buildShortageMessage = (variant_id: string) =>
  `Variant with id: ${variant_id} does not have the required inventory`

export const insufficientStock = (variant_id: string): NotAllowed =>
  new NotAllowed(buildShortageMessage(variant_id), INSUFFICIENT_INVENTORY)

type Line = { variant_id: string | null; quantity: number }
type StockedVariant = { id: string; manage_inventory: boolean; inventory_quantity: number; updated_at: Date }

export function assertInStock(shortVariants: readonly { id: string }[]): void {
  if (shortVariants.length > 0) throw new OutOfStock(shortVariants.map(({ id }) => id))
}

/** Locks the variants by id, so that two orders cannot deadlock. Returns the ids without enough stock. */
export async function lockStock(em: EntityManager, lines: readonly Line[]): Promise<string[]> {
  const { ids, quantities } = sumQuantitiesByVariant(lines)
  if (ids.length === 0) return []
  const shortVariants = await lockStockOfLines(em, ids, quantities)
  return shortVariants.map((variant) => variant.id)
}

/** The caller must have called `lockStock`. */
export async function takeStock(em: EntityManager, lines: readonly Line[]): Promise<void> {
  const { ids, quantities } = sumQuantitiesByVariant(lines)
  if (ids.length > 0) await takeQuantities(em, ids, quantities, now())
}

/** @throws NotAllowed if the stock is too low. */
export async function takeAvailableStock(em: EntityManager, lines: readonly Line[]): Promise<void> {
  const [shortVariantId] = await lockStock(em, lines)
  if (shortVariantId) throw insufficientStock(shortVariantId)
  await takeStock(em, lines)
}

export function takeStockStatement(lines: readonly Line[], at: Date): BoundStatement<object> {
  const { ids, quantities } = sumQuantitiesByVariant(lines)
  return takeQuantities.with(ids, quantities, at)
}

/** Takes stock without a check, so the stock can become negative. */
export const takeBackorderedStockStatements = (lines: readonly Line[], at: Date): BoundStatement<object>[] => [
  setNegativeStockAllowed.with('true'),
  takeStockStatement(lines, at),
  setNegativeStockAllowed.with(''),
]

/** Must compute the same as the statement `takeQuantities`. */
export function computeStockAfter(
  lines: readonly Line[],
  at: Date,
): <Variant extends StockedVariant>(variant: Variant) => Variant {
  const { ids, quantities } = sumQuantitiesByVariant(lines)
  const quantityById = new Map(ids.map((id, i) => [id, quantities[i] as number]))
  return (variant) => {
    const quantity = variant.manage_inventory ? (quantityById.get(variant.id) ?? 0) : 0
    return { ...variant, inventory_quantity: variant.inventory_quantity - quantity, updated_at: at }
  }
}

/** Locks the variants in the order of their ids first. An update alone locks them in any order and could deadlock. */
export async function restock(em: EntityManager, lines: readonly Line[]): Promise<void> {
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
  statement<{ id: string }>(`
    with wanted as (${quantitiesSql}),
    stock as (
      select id, inventory_quantity, manage_inventory and not allow_backorder as is_limited
      from product_variant where id = any(array(select id from wanted)) order by id for no key update)
    select stock.id from stock join wanted using (id)
    where stock.is_limited and stock.inventory_quantity < wanted.quantity order by stock.id`)

const lockStockOfLines = lockAndFindShortVariants('select * from unnest($1::text[], $2::int[]) as line(id, quantity)')

/** The returned items of a swap need no stock. */
export const lockCartStockStatement = lockAndFindShortVariants(`
  select variant_id as id, sum(quantity) as quantity from line_item
  where cart_id = ${openCartColumnSql('id')} and variant_id is not null and not is_return group by variant_id`)

const takeQuantities = statement(`
  update product_variant v set taken_quantity = v.taken_quantity + wanted.quantity, updated_at = $3,
    inventory_quantity = v.inventory_quantity - case when v.manage_inventory then wanted.quantity else 0 end
  from unnest($1::text[], $2::int[]) as wanted(id, quantity) where v.id = wanted.id`)

const setNegativeStockAllowed = statement(`select set_config('cartwright.owed', $1, true)`)

const lockVariants = query((db, ids: readonly string[]) =>
  db.selectFrom('product_variant').where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate(),
)

const returnQuantities = statement(`
  update product_variant v set taken_quantity = v.taken_quantity - given.quantity, updated_at = now(),
    inventory_quantity = v.inventory_quantity + case when v.manage_inventory then given.quantity else 0 end
  from unnest($1::text[], $2::int[]) as given(id, quantity) where v.id = given.id`)
