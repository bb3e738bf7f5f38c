import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { memoize } from '#entities/values/memoize.ts'
import { VARIANT_CODES } from '../../product/product-variant.ts'
import { STOCK_COLUMN } from './apply-stock.ts'
import { importedVariantColumns, insertValueSql, quotedNamesOf, updateValueSql } from './columns-sql.ts'

interface ChangedVariant {
  id: string
}

/**
 * Changes variants, except for the stock of known variants, which `applyStock` sets. Returns the ids of the known variants that
 * change. An id can occur several times. `fileColumns` also has the stock that levels store.
 */
export async function applyVariants(
  em: EntityManager,
  columns: readonly string[],
  fileColumns: readonly string[],
): Promise<string[]> {
  await insertOptions(em)
  await lockForOtherColumns(em, fileColumns)
  const changed: string[] = []
  const add = (rows: readonly ChangedVariant[]) => {
    for (const { id } of rows) changed.push(id)
  }
  add(await releaseCodes()(em, columns))
  await insertVariants()(em)
  add(await updateVariants()(em, withoutStock(columns)))
  await insertNewValues(em)
  add(await updateValues(em))
  add(await insertValues(em))
  await insertNewPrices(em)
  add(await deletePrices(em))
  add(await updatePrices(em))
  add(await insertPrices(em))
  return changed
}

/** A change of the stock of a variant. */
export interface QuantityChange {
  id: string
  difference: number
}

/**
 * Returns the changes of the stock of variants that the shop had before: from the stock that the import has recorded, or without an import,
 * from the stock now.
 */
export async function selectQuantityChanges(
  em: EntityManager,
  columns: readonly string[],
  importId: string | null,
): Promise<QuantityChange[]> {
  return columns.includes(STOCK_COLUMN) ? selectDifferences(em, importId) : []
}

/**
 * Changes the stock of variants by differences, so that units that were sold since stay counted. Checkouts of the variants wait from now
 * on, so call it last.
 */
export async function applyQuantities(em: EntityManager, changes: readonly QuantityChange[]): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.map(({ id }) => id)
  const differences = changes.map(({ difference }) => difference)
  await lockVariants(em, ids)
  await updateQuantities(em, ids, differences)
}

const withoutStock = (columns: readonly string[]) => columns.filter((name) => name !== STOCK_COLUMN)

/** Locks nothing if only the stock changes. Otherwise, all variants are locked at once, because checkouts lock them in the same order. */
async function lockForOtherColumns(em: EntityManager, columns: readonly string[]): Promise<void> {
  const [changed] = await selectChange()(em, withoutStock(columns))
  if (changed) await lockChangedVariants()(em, columns)
}

const selectDifferences = statement<QuantityChange>(`
  select * from (
    select v.id, (r.variant->>'inventory_quantity')::integer
      - coalesce((c.before->'variant'->>'inventory_quantity')::integer, v.inventory_quantity) as difference
    from import_row r join product_variant v on v.id = r.variant_id
    left join imported_change c on c.batch_job_id = $1::text and c.line = r.line
  ) change where difference <> 0 order by id`)

const lockVariants = statement(
  'select id from product_variant where id in (select unnest($1::text[])) order by id for no key update',
)

/** Limited stock does not fall below nothing. */
const updateQuantities = statement(`
  update product_variant v set updated_at = now(), inventory_quantity = case
    when v.manage_inventory and not v.allow_backorder
      then greatest(v.inventory_quantity + change.difference, least(v.inventory_quantity, 0))
    else v.inventory_quantity + change.difference end
  from unnest($1::text[], $2::int[]) as change (id, difference) where v.id = change.id`)

const insertOptions = statement(`
  insert into product_option (id, created_at, updated_at, title, product_id)
  select o.option_id, now(), now(), o.name, r.target_product
  from import_row r cross join jsonb_to_recordset(r.options) as o (option_id text, name text)
  where r.is_first and r.is_new_product order by o.option_id`)

export const updatedVariantsSql = () => `
  select s.id, ${importedVariantColumns()
    .map((column) => updateValueSql('variant', column))
    .join(',\n')}
  from import_row r join product_variant s on s.id = r.variant_id`

export const variantColumnNames = () => quotedNamesOf(importedVariantColumns())

const columnsOf = (row: string, names: readonly string[] = variantColumnNames()) =>
  names.map((name) => `${row}.${name}`).join(', ')

const changedSql = () => `
  select v.id from product_variant v join (${updatedVariantsSql()}) n on n.id = v.id
  where (${columnsOf('v')}) is distinct from (${columnsOf('n')})`

const selectChange = memoize(() => statement<ChangedVariant>(`${changedSql()} limit 1`))

/** Locks variants in the same order as checkouts. Unchanged variants stay unlocked, so checkouts can continue. */
const lockChangedVariants = memoize(() => statement(`${changedSql()} order by v.id for no key update of v`))

const releaseCodes = memoize(() =>
  statement<ChangedVariant>(`
  update product_variant v set updated_at = now(),
    ${VARIANT_CODES.map((code) => `${code} = case when v.${code} is distinct from n.${code} then null else v.${code} end`).join(', ')}
  from (${updatedVariantsSql()}) n
  where n.id = v.id and (${columnsOf('v', VARIANT_CODES)}) is distinct from (${columnsOf('n', VARIANT_CODES)})
    and num_nonnulls(${columnsOf('v', VARIANT_CODES)}) > 0
  returning v.id`),
)

const insertVariants = memoize(() =>
  statement(`
  insert into product_variant (id, created_at, updated_at, product_id, variant_rank, ${variantColumnNames().join(', ')})
  select r.target_variant, now(), now(), r.target_product,
    coalesce((select max(coalesce(v.variant_rank, 0)) from product_variant v
      where v.product_id = r.target_product and v.deleted_at is null), -1)
      + row_number() over (partition by r.target_product order by r.line),
    ${importedVariantColumns()
      .map((column) => insertValueSql('variant', column))
      .join(', ')}
  from import_row r where r.is_new_variant order by r.line`),
)

const updateVariants = memoize(() =>
  statement<ChangedVariant>(`
  update product_variant v set updated_at = now(), (${variantColumnNames().join(', ')}) = row(${columnsOf('n')})
  from (${updatedVariantsSql()}) n
  where n.id = v.id and (${columnsOf('v')}) is distinct from (${columnsOf('n')})
  returning v.id`),
)

const updateValues = statement<ChangedVariant>(`
  update product_option_value v set value = o.value, updated_at = now()
  from import_value o
  where v.variant_id = o.variant_id and v.option_id = o.option_id and v.deleted_at is null and v.value <> o.value
  returning o.variant_id as id`)

const INSERT_VALUES_SQL = `
  insert into product_option_value (id, created_at, updated_at, value, option_id, variant_id)
  select o.id, now(), now(), o.value, o.option_id, o.variant_id from import_value o`

/** A new variant has no values and prices yet, and a large import returns no row for each of them. */
const insertNewValues = statement(`${INSERT_VALUES_SQL} where o.is_new_variant order by o.id`)

const insertValues = statement<ChangedVariant>(`${INSERT_VALUES_SQL}
  where o.variant_id is not null and not o.is_new_variant and not exists (
    select from product_option_value v
    where v.variant_id = o.variant_id and v.option_id = o.option_id and v.deleted_at is null
  ) order by o.id
  returning variant_id as id`)

/* An import changes only prices without a price list. */
const PRICES_SQL = `
  select r.target_variant as variant_id, r.is_new_variant, p.*
  from import_row r
  cross join jsonb_to_recordset(r.prices) as p (
    id text, region_id text, currency_code text, min_quantity int, max_quantity int, amount bigint)
  where r.is_variant`

export const SAME_PRICE_SQL = `m.variant_id = p.variant_id and m.currency_code = p.currency_code
  and m.region_id is not distinct from p.region_id and m.price_list_id is null
  and m.min_quantity is not distinct from p.min_quantity and m.max_quantity is not distinct from p.max_quantity
  and m.deleted_at is null`

/** An empty cell deletes the price. */
const deletePrices = statement<ChangedVariant>(`
  delete from money_amount m using (${PRICES_SQL}) p
  where p.amount is null and ${SAME_PRICE_SQL}
  returning p.variant_id as id`)

const updatePrices = statement<ChangedVariant>(`
  update money_amount u set amount = n.amount, updated_at = now()
  from (
    select distinct on (p.id) m.id, p.amount, p.variant_id
    from (${PRICES_SQL}) p join money_amount m on ${SAME_PRICE_SQL}
    where p.amount is not null
    order by p.id, m.created_at, m.id
  ) n
  where u.id = n.id and u.amount <> n.amount
  returning n.variant_id as id`)

const INSERT_PRICES_SQL = `
  insert into money_amount (
    id, created_at, updated_at, variant_id, currency_code, region_id, min_quantity, max_quantity, amount)
  select p.id, now(), now(), p.variant_id, p.currency_code, p.region_id, p.min_quantity, p.max_quantity, p.amount
  from (${PRICES_SQL}) p
  where p.amount is not null`

const insertNewPrices = statement(`${INSERT_PRICES_SQL} and p.is_new_variant order by p.id`)

const insertPrices = statement<ChangedVariant>(`${INSERT_PRICES_SQL}
    and not p.is_new_variant and not exists (select from money_amount m where ${SAME_PRICE_SQL})
  order by p.id
  returning variant_id as id`)

export const REMOVED_PRICES_SQL = `
  select p.variant_id as id from (${PRICES_SQL}) p join money_amount m on ${SAME_PRICE_SQL} where p.amount is null`

/** SQL for the ids of the variants whose options or prices the rows change. */
export const VARIANT_CHANGES_SQL = `
  select o.variant_id from import_value o
  left join product_option_value v
    on v.variant_id = o.variant_id and v.option_id = o.option_id and v.deleted_at is null
  where o.variant_id is not null and v.value is distinct from o.value
  union all ${REMOVED_PRICES_SQL}
  union all select p.variant_id from (${PRICES_SQL}) p
  where p.amount is not null and not exists (
    select from money_amount m where ${SAME_PRICE_SQL} and m.amount = p.amount)`
