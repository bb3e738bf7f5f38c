import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { importNotice } from '../import-notice.ts'

/**
 * Finds the products of an earlier import of the same program, and keeps their handles. A new product never takes the
 * handle of such a product.
 */
export async function setProductsByExternalId(em: EntityManager): Promise<void> {
  await setProducts(em)
  await changeTakenHandles(em)
}

/** Names the products that the shop had before, and that the file changes because they have the same handle. */
export async function handleNotices(em: EntityManager): Promise<BatchNotice[]> {
  const [found] = await selectAdopted(em)
  return found && found.count > 0 ? [importNotice({ name: 'import_same_handles', ...found })] : []
}

const EXTERNAL_ID = `r.product->>'external_id'`

const setProducts = statement(`
  with p as materialized (
    select external_id, min(id) as id, coalesce(min(handle), '') as handle from product
    where deleted_at is null and external_id in (select ${EXTERNAL_ID} from import_row r)
    group by external_id having count(*) = 1
  )
  update import_row r set product_id = p.id, handle = p.handle, fit_handle = p.handle from p
  where r.product_id is null and p.external_id = ${EXTERNAL_ID}`)

const changeTakenHandles = statement(`
  with other as materialized (
    select r.line, r.fit_handle || '-' || regexp_replace(split_part(${EXTERNAL_ID}, ':', 2), '[^A-Za-z0-9]+', '-', 'g') as handle
    from import_row r join product p on p.handle = r.fit_handle and p.deleted_at is null
    where r.product_id is null and p.external_id is distinct from ${EXTERNAL_ID}
      and split_part(p.external_id, ':', 1) = split_part(${EXTERNAL_ID}, ':', 1)
  )
  update import_row r set handle = other.handle, fit_handle = other.handle from other where other.line = r.line`)

const selectAdopted = statement<{ count: number; handles: string }>(`
  select count(*)::int as count, string_agg(handle, ', ' order by place) filter (where place <= 10) as handles
  from (
    select p.handle, row_number() over (order by r.line) as place
    from import_row r join product p on p.id = r.product_id
    where r.is_first and p.external_id is distinct from ${EXTERNAL_ID}
  ) adopted`)
