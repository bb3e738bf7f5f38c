import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { ImportSourceResult } from '#entities/platform/batch-job/batch-job.ts'
import { deleteVariants } from '../../product/delete-product.ts'
import { applyStaged, applyStock } from '../product-import/import-products.ts'
import { announceInBatches } from '../product-import/new-rows.ts'
import { findRowFaults } from '../product-import/row-faults.ts'
import { createStagingTables, resolveTargets } from '../product-import/staging-tables.ts'
import { lockProducts } from './lock-products.ts'
import { stocklessDigestSql } from './product-digest.ts'
import type { FoundProduct, KeptProduct } from './undo-state.ts'

type RefusedReason = 'taken' | 'unfit'

interface UndoneChanges {
  /** The products with the values before the import. */
  restored: string[]
  kept: KeptProduct[]
}

interface UndoneJob {
  id: string
  source: ImportSourceResult | undefined
}

/** Returns the next products that the import has changed, by their first rows. */
export const nextChanges = (em: EntityManager, batchJobId: string, afterLine: number, count: number) =>
  selectNext(em, batchJobId, afterLine, count)

/**
 * Gives products that an import has changed their values before it, and deletes the variants that it has added to them. A sale since
 * then stays counted in the stock. Products that were changed since stay as they are.
 */
export async function undoChanges(
  em: EntityManager,
  { id, source }: UndoneJob,
  productIds: readonly string[],
): Promise<UndoneChanges> {
  await lockProducts(em, productIds)
  const products = await selectProducts(em, id, productIds)
  const ids = products.flatMap((product) => (product.reason === null ? product.id : []))
  const kept = products.flatMap(({ reason, ...product }) => (reason === null ? [] : { ...product, reason }))
  if (ids.length === 0) return { restored: [], kept }
  await createStagingTables(em)
  await stageValues(em, id, ids)
  await resolveTargets(em, undefined)
  const refused = await dropRefused(em)
  const restored = ids.filter((product) => !refused.has(product))
  await deleteNewVariants(em, await selectNewVariants(em, id, restored))
  const [first] = await selectColumns(em, id)
  const staged = { columns: first?.columns ?? [], source, importId: null }
  const { stock } = await applyStaged(em, staged, async () => {})
  await applyStock(em, stock)
  await forgetChanges(em, id, restored)
  const dropped = products.flatMap((one) => {
    const reason = refused.get(one.id)
    return reason ? { ...one, reason } : []
  })
  return { restored, kept: [...kept, ...dropped] }
}

/** Their products are locked. */
async function deleteNewVariants(em: EntityManager, variants: readonly NewVariant[]): Promise<void> {
  for (let start = 0; start < variants.length; start += BATCH) {
    const ids = variants.slice(start, start + BATCH).map(({ id }) => id)
    await deleteVariants(em, ids)
  }
  await em.flush()
  await announceInBatches(em, variants, ({ id, product_id }) => ({
    name: 'product-variant.deleted',
    payload: { id, product_id },
  }))
}

const BATCH = 500

/**
 * Removes the products from the staged rows that cannot have their values of before. `taken`: another product has got the handle or
 * a code since. `unfit`: for example, their collection is deleted.
 */
async function dropRefused(em: EntityManager): Promise<Map<string, RefusedReason>> {
  const dropped = new Map<string, RefusedReason>()
  for (;;) {
    const { count, reported } = await findRowFaults(em)
    if (count === 0) return dropped
    const lines = Map.groupBy(reported, ({ reasons }) => (reasons.every(isTaken) ? 'taken' : 'unfit'))
    for (const reason of ['unfit', 'taken'] as const) {
      const ofReason = lines.get(reason) ?? []
      const rows = await deleteStaged(
        em,
        ofReason.map(({ line }) => line),
      )
      for (const { product_id } of rows) dropped.set(product_id, reason)
    }
  }
}

const isTaken = ({ name }: { name: string }) => name === 'value_exists'

const selectNext = statement<{ line: number; product_id: string }>(`
  select c.line, c.product_id from imported_change c join product p on p.id = c.product_id and p.deleted_at is null
  where c.batch_job_id = $1 and c.digest is not null and c.line > $2 order by c.line limit $3`)

const selectProducts = statement<FoundProduct>(`
  select p.id, p.handle, case
    when c.digest <> ${stocklessDigestSql()} then 'changed'
    when exists (
      select from imported_change n join line_item l on l.variant_id = n.new_variant_id
      where n.batch_job_id = $1 and n.product_id = p.id) then 'sold'
  end as reason
  from imported_change c join product p on p.id = c.product_id
  where c.batch_job_id = $1 and c.product_id = any($2::text[]) and c.digest is not null and p.deleted_at is null
  order by p.id`)

interface NewVariant {
  id: string
  product_id: string
}

const selectNewVariants = statement<NewVariant>(`
  select v.id, v.product_id from imported_change c join product_variant v on v.id = c.new_variant_id and v.deleted_at is null
  where c.batch_job_id = $1 and c.product_id in (select unnest($2::text[])) order by v.id`)

const selectColumns = statement<{ columns: string[] }>(
  'select columns from imported_change where batch_job_id = $1 order by line limit 1',
)

/** The stock changes by the difference that the import made. */
const stageValues = statement(`
  insert into import_row
  select (jsonb_populate_record(null::import_row, case
    when v.id is not null and c.before->'variant' ? 'inventory_quantity' then jsonb_set(c.before, '{variant,inventory_quantity}', to_jsonb(
      greatest((c.before->'variant'->>'inventory_quantity')::bigint + v.inventory_quantity - c.quantity, 0)))
    else c.before end)).*
  from imported_change c left join product_variant v on v.id = c.variant_id and v.deleted_at is null
  where c.batch_job_id = $1 and c.product_id in (select unnest($2::text[]))`)

const deleteStaged = statement<{ product_id: string }>(`
  with refused as (select product_id from import_row where line = any($1::int[])),
    gone as (delete from import_value where product_id in (select product_id from refused))
  delete from import_row where product_id in (select product_id from refused) returning product_id`)

const forgetChanges = statement(
  'delete from imported_change where batch_job_id = $1 and product_id in (select unnest($2::text[]))',
)
