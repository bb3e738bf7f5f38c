import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { ImportSourceResult } from '#entities/platform/batch-job/batch-job.ts'
import { deleteVariant } from '../../product/change-variants.ts'
import { applyStaged } from '../product-import/import-products.ts'
import { findRowFaults } from '../product-import/row-faults.ts'
import { createStagingTables, resolveTargets } from '../product-import/staging-tables.ts'
import { stocklessDigestSql } from './product-digest.ts'

interface ChangedProduct {
  id: string
  handle: string | null
  reason: 'changed' | 'sold' | 'taken' | null
}

interface UndoneChanges {
  /** The number of products with the values before the import. */
  count: number
  kept: ChangedProduct[]
}

interface UndoneJob {
  id: string
  source: ImportSourceResult | undefined
}

/**
 * Gives the products that an import has changed their values before it, and deletes the variants that it has added to them.
 * A sale since then stays counted in the stock. Products that were changed since stay as they are.
 */
export async function undoChanges(em: EntityManager, { id, source }: UndoneJob): Promise<UndoneChanges> {
  await lockProducts(em, id)
  await lockVariants(em, id)
  const products = await selectProducts(em, id)
  const ids = products.flatMap((product) => (product.reason === null ? product.id : []))
  const kept = products.filter(({ reason }) => reason !== null)
  if (ids.length === 0) return { count: 0, kept }
  await createStagingTables(em)
  await stageValues(em, id, ids)
  await resolveTargets(em, undefined)
  const taken = new Set(await dropRefused(em))
  const restored = ids.filter((product) => !taken.has(product))
  for (const { product_id, variant_id } of await selectNewVariants(em, id, restored))
    await deleteVariant(em, product_id, variant_id)
  await em.flush()
  const [first] = await selectColumns(em, id)
  await applyStaged(em, { columns: first?.columns ?? [], source }, async () => {})
  await forgetChanges(em, id, restored)
  const refused = products.flatMap((one) => (taken.has(one.id) ? { ...one, reason: 'taken' as const } : []))
  return { count: restored.length, kept: [...kept, ...refused] }
}

/** Removes the products whose handle or code another product has got since, from the staged rows. Returns their ids. */
async function dropRefused(em: EntityManager): Promise<string[]> {
  const dropped: string[] = []
  for (;;) {
    const { count, reported } = await findRowFaults(em)
    if (count === 0) return dropped
    const rows = await deleteStaged(
      em,
      reported.map(({ line }) => line),
    )
    dropped.push(...new Set(rows.map(({ product_id }) => product_id)))
  }
}

const PRODUCTS_SQL = 'select c.product_id from imported_change c where c.batch_job_id = $1'

const lockProducts = statement(`
  select p.id from product p where p.id in (${PRODUCTS_SQL}) and p.deleted_at is null order by p.id for update`)

const lockVariants = statement(`
  select v.id from product_variant v where v.product_id in (${PRODUCTS_SQL}) and v.deleted_at is null
  order by v.id for update`)

const selectProducts = statement<ChangedProduct>(`
  select p.id, p.handle, case
    when c.digest <> ${stocklessDigestSql()} then 'changed'
    when exists (
      select from imported_change n join line_item l on l.variant_id = n.new_variant_id
      where n.batch_job_id = $1 and n.product_id = p.id) then 'sold'
  end as reason
  from imported_change c join product p on p.id = c.product_id
  where c.batch_job_id = $1 and c.digest is not null and p.deleted_at is null order by p.id`)

const selectNewVariants = statement<{ product_id: string; variant_id: string }>(`
  select c.product_id, c.new_variant_id as variant_id from imported_change c
  where c.batch_job_id = $1 and c.product_id = any($2::text[]) and c.new_variant_id is not null order by 2`)

const selectColumns = statement<{ columns: string[] }>(
  'select columns from imported_change where batch_job_id = $1 order by line limit 1',
)

/** The stock changes by the difference that the import made. */
const stageValues = statement(`
  insert into import_row
  select (jsonb_populate_record(null::import_row, case
    when v.id is not null and c.before->'variant' ? 'inventory_quantity' then jsonb_set(c.before, '{variant,inventory_quantity}', to_jsonb(
      greatest((c.before->'variant'->>'inventory_quantity')::int + v.inventory_quantity - c.quantity, 0)))
    else c.before end)).*
  from imported_change c left join product_variant v on v.id = c.variant_id and v.deleted_at is null
  where c.batch_job_id = $1 and c.product_id = any($2::text[])`)

const deleteStaged = statement<{ product_id: string }>(`
  with refused as (select product_id from import_row where line = any($1::int[])),
    gone as (delete from import_value where product_id in (select product_id from refused))
  delete from import_row where product_id in (select product_id from refused) returning product_id`)

const forgetChanges = statement('delete from imported_change where batch_job_id = $1 and product_id = any($2::text[])')
