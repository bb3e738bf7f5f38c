import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { saleListName } from '../product-import/apply-sales.ts'
import type { AppliedImport, StagedImport } from '../product-import/import-products.ts'
import { stocklessDigestSql } from './product-digest.ts'
import { TEXTS_BEFORE_SQL, VALUE_BEFORE_SQL } from './value-before.ts'

/** Remembers the values of the products that the staged rows may change. Call it after the locks and before the first change. */
export async function recordValuesBefore(
  em: EntityManager,
  { columns, source }: Pick<StagedImport, 'columns' | 'source'>,
  batchJobId: string,
): Promise<void> {
  await insertChanges(em, batchJobId, columns, saleListName(source))
  await analyzeChanges(em)
}

/** Forgets the products that the import has not changed. Call it after all changes of the import, except for those of `applyStock`. */
export async function recordImportChanges(
  em: EntityManager,
  batchJobId: string,
  { changedIds, stock }: Pick<AppliedImport, 'changedIds' | 'stock'>,
): Promise<void> {
  await deleteUnchanged(em, batchJobId, changedIds)
  const stocked = (await isInventoryEnabled(em)) ? stock.levels.map(({ id }) => id) : null
  await setDigests(em, batchJobId, stocked)
}

/** Changes can be undone for a day. A running undo needs them until its last part. */
export const deleteOldChanges = statement(`
  delete from imported_change c using batch_job b
  where b.id = c.batch_job_id and b.completed_at < now() - interval '1 day' and not exists (
    select from batch_job u where u.type = 'import-undo' and u.context->>'batch_job_id' = b.id
      and u.processing_at is not null and num_nonnulls(u.completed_at, u.canceled_at, u.failed_at) = 0)`)

const insertChanges = statement(`
  insert into imported_change (batch_job_id, line, product_id, variant_id, new_variant_id, columns, before)
  select $1, r.line, p.id, v.id, case when r.is_new_variant then r.target_variant end, $2::text[], ${VALUE_BEFORE_SQL}
  from import_row r
  join product p on p.id = r.target_product
  left join product_variant v on v.id = r.variant_id
  left join (${TEXTS_BEFORE_SQL}) t on t.line = r.line
  where not r.is_new_product and (r.is_first or r.is_variant)`)

/** The plans for a large import are wrong until then. A Citus cluster analyzes no table in a transaction that has read it. */
const analyzeChanges = statement(`
  do $$ begin analyze imported_change; exception when internal_error then null; end $$`)

/** `any` of a list of parameters compares each row with each of its values, and a subquery hashes them. */
const deleteUnchanged = statement(`
  with changed as materialized (select unnest($2::text[]) as id)
  delete from imported_change c where c.batch_job_id = $1 and c.product_id not in (
    select o.product_id from imported_change o
    where o.batch_job_id = $1 and (o.product_id in (select id from changed) or o.variant_id in (select id from changed)
      or o.new_variant_id is not null))`)

/**
 * The first row of a product gets its digest. The import changes the stock before to that of the file, and sales since then stay counted.
 * With levels, it does so for the variants $2 only.
 */
const setDigests = statement(`
  with first as materialized (
    select product_id, min(line) as line from imported_change where batch_job_id = $1 group by product_id
  ), stored as materialized (
    select c.line, case when c.line = f.line then ${stocklessDigestSql()} end as digest,
      coalesce(
        case when $2::text[] is null or v.id in (select unnest($2::text[])) then (r.variant->>'inventory_quantity')::integer end,
        (c.before->'variant'->>'inventory_quantity')::integer) as quantity
    from imported_change c join product p on p.id = c.product_id join first f on f.product_id = c.product_id
    join import_row r on r.line = c.line left join product_variant v on v.id = c.variant_id
    where c.batch_job_id = $1
  )
  update imported_change c set quantity = stored.quantity, digest = stored.digest
  from stored where c.batch_job_id = $1 and c.line = stored.line`)
