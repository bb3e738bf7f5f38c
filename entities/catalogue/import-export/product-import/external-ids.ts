import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { importNotice } from '../import-notice.ts'

/**
 * Finds the products of an earlier import of the same program, and keeps their handles. A new product never takes the
 * handle of such a product.
 */
export async function setProductsByExternalId(em: EntityManager): Promise<void> {
  await setOtherTitles(em)
  await setProducts(em)
  await changeTakenHandles(em)
}

/** Names the products that the shop had before, and that the file changes because they have the same handle. */
export async function handleNotices(em: EntityManager): Promise<BatchNotice[]> {
  const [found] = await selectAdopted(em)
  return found && found.count > 0 ? [importNotice({ name: 'import_same_handles', ...found })] : []
}

/** Names the known products that get another title. */
export async function titleNotices(em: EntityManager): Promise<BatchNotice[]> {
  const [found] = await selectOtherTitles(em)
  return found && found.count > 0 ? [importNotice({ name: 'import_other_titles', ...found })] : []
}

const selectOtherTitles = statement<{ count: number; titles: string }>(`
  select count(*)::int as count, string_agg(titles, ', ' order by place) filter (where place <= 10) as titles
  from (
    select format('%s → %s', other_title, product->>'title') as titles, row_number() over (order by line) as place
    from import_row where other_title is not null
  ) other`)

/** Most known products have other titles, so the file belongs to another shop. */
export const OTHER_SHOP_CHECK_SQL = `
  select r.line, format('The product with the id %s is "%s" in the shop and "%s" in the file, which seems to be of another shop. Then put a prefix before all ids, such as 2-%s. If it is the same product, change its title in the shop first', id, other_title, title, id),
    jsonb_build_object('name', 'product_of_other_shop', 'id', id, 'title', other_title, 'new_title', title)
  from (
    select line, other_title, product->>'title' as title, split_part(product->>'external_id', ':', 2) as id
    from import_row where other_title is not null
  ) r
  where (select count(*) filter (where r.other_title is not null) * 2 > count(*)
    from import_row r join product p on p.id = r.product_id and p.external_id = r.product->>'external_id' where r.is_first)`

const EXTERNAL_ID = `r.product->>'external_id'`

const KNOWN_PRODUCTS_SQL = `
  select external_id, min(id) as id, coalesce(min(handle), '') as handle, min(title) as title from product
  where deleted_at is null and external_id in (select ${EXTERNAL_ID} from import_row r)
  group by external_id having count(*) = 1`

/** WooCommerce counts its ids in each shop. Titles, handles and SKUs show whether a known id is of the same product. */
const setOtherTitles = statement(`
  with p as materialized (${KNOWN_PRODUCTS_SQL}),
  same as materialized (
    select ${EXTERNAL_ID} as external_id from import_row r
    join p on p.external_id = ${EXTERNAL_ID}
    join product_variant v on v.product_id = p.id and v.sku = r.variant->>'sku' and v.deleted_at is null)
  update import_row r set other_title = p.title from p
  where p.external_id = ${EXTERNAL_ID} and p.external_id like 'woocommerce:%'
    and lower(btrim(r.product->>'title')) <> lower(btrim(p.title)) and r.fit_handle <> p.handle
    and p.external_id not in (select external_id from same)`)

const setProducts = statement(`
  with p as materialized (${KNOWN_PRODUCTS_SQL})
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
