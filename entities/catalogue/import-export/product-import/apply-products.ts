import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { defaultShippingProfile } from '#entities/market/shipping/find-shipping-profile.ts'
import { memoize } from '#entities/values/memoize.ts'
import { insertMissingValues, TAGS, TYPES } from '../../product/classification.ts'
import type { CsvColumn } from '../product-csv/entity-columns.ts'
import { importedProductColumns, insertValueSql, quotedNamesOf, updateValueSql } from './columns-sql.ts'

interface ProductRow {
  id: string
}

/** Returns the ids of the changed products that the shop had before. */
export async function applyProducts(em: EntityManager, columns: readonly string[]): Promise<string[]> {
  await insertMissingClasses(em)
  const [profile, giftProfile] = [await defaultShippingProfile(em), await defaultShippingProfile(em, 'gift_card')]
  await releaseHandles(em)
  await insertProducts()(em, profile.id, giftProfile.id)
  const changed = await updateProducts()(em, columns)
  return changed.map(({ id }) => id)
}

/** Creates the types and tags of the rows that the shop does not have. */
export async function insertMissingClasses(em: EntityManager): Promise<void> {
  await insertMissingValues(em, TYPES, await valuesOf(em, 'type'))
  await insertMissingValues(em, TAGS, await valuesOf(em, 'tags'))
}

export async function lockImportedProducts(em: EntityManager): Promise<void> {
  await lockStagedProducts(em)
}

async function valuesOf(em: EntityManager, column: 'type' | 'tags'): Promise<string[]> {
  const rows = column === 'type' ? await readTypes(em) : await readTags(em)
  return rows.map(({ value }) => value)
}

const readTypes = statement<{ value: string }>(
  'select distinct type as value from import_row where is_first and type is not null',
)
const readTags = statement<{ value: string }>(
  'select distinct value from import_row cross join jsonb_array_elements_text(tags) as tag (value) where is_first',
)

const lockStagedProducts = statement(`
  select p.id from product p where p.id in (select target_product from import_row)
  order by p.id for no key update`)

const releaseHandles = statement(`
  update product p set handle = null
  from import_row r
  where p.id = r.product_id and r.is_first and r.handle <> '' and p.handle is distinct from r.handle and p.handle is distinct from r.fit_handle`)

const COLLECTION_ID_SQL = `coalesce(
  (select c.id from product_collection c where c.handle = r.collection_handle and c.deleted_at is null),
  (select c.id from product_collection c
    where r.collection_handle is null and c.title = r.collection_title and c.deleted_at is null
    order by c.handle is not null, c.created_at, c.id limit 1))`

const TYPE_ID_SQL = '(select t.id from product_type t where t.value = r.type and t.deleted_at is null)'

/** A file without the column knows gift cards by their profile. */
const IS_GIFTCARD_SQL = `coalesce((r.product->>'is_giftcard')::boolean, r.profile_type = 'gift_card', false)`

const PROFILE_ID_SQL = `coalesce(
  (select p.id from shipping_profile p
    where p.name = r.profile_name and p.type = r.profile_type and p.deleted_at is null
      and (p.type = 'gift_card') = ${IS_GIFTCARD_SQL}
    order by p.created_at, p.id limit 1),
  case when ${IS_GIFTCARD_SQL} then $2 else $1 end)`

const insertProducts = memoize(() =>
  statement(`
  insert into product (id, created_at, updated_at, handle, ${quotedNamesOf(importedProductColumns()).join(', ')},
    is_giftcard, profile_id, collection_id, type_id)
  select r.target_product, now(), now(), r.fit_handle, ${importedProductColumns().map(newValueSql).join(', ')},
    ${IS_GIFTCARD_SQL}, ${PROFILE_ID_SQL}, ${COLLECTION_ID_SQL}, ${TYPE_ID_SQL}
  from import_row r where r.is_new_product and r.is_first order by r.line`),
)

function newValueSql(column: CsvColumn): string {
  const value = insertValueSql('product', column)
  if (column.name === 'discountable') return `case when ${IS_GIFTCARD_SQL} then false else ${value} end`
  return column.name === 'thumbnail' ? `coalesce(${value}, r.images->0->>'url')` : value
}

export const productColumnNames = () => [
  'handle',
  ...quotedNamesOf(importedProductColumns()),
  'collection_id',
  'type_id',
]

const columnsOf = (row: string) =>
  productColumnNames()
    .map((name) => `${row}.${name}`)
    .join(', ')

const isDeletedSql = (column: string, table: string) =>
  `exists (select from ${table} gone where gone.id = s.${column} and gone.deleted_at is not null)`

/** SQL for the new values of the products that the shop has. `$1` lists the columns of the file. */
export const updatedProductsSql = () => `
    select s.id,
      case when r.handle in ('', s.handle) then s.handle else r.fit_handle end as handle,
      ${importedProductColumns()
        .filter(({ name }) => name !== 'discountable')
        .map((column) => updateValueSql('product', column))
        .join(',\n')},
      case when 'product discountable' = any($1::text[]) and not s.is_giftcard
        then coalesce((r.product->>'discountable')::boolean, s.discountable) else s.discountable end as discountable,
      case when 'Product Collection Handle' = any($1::text[])
          and not (${COLLECTION_ID_SQL} is null and ${isDeletedSql('collection_id', 'product_collection')})
        then ${COLLECTION_ID_SQL} else s.collection_id end as collection_id,
      case when 'Product Type' = any($1::text[]) and not (r.type is null and ${isDeletedSql('type_id', 'product_type')})
        then ${TYPE_ID_SQL} else s.type_id end as type_id
    from import_row r join product s on s.id = r.product_id
    where r.is_first`

const updateProducts = memoize(() =>
  statement<ProductRow>(`
  update product p set updated_at = now(), (${productColumnNames().join(', ')}) = row(${columnsOf('n')})
  from (${updatedProductsSql()}) n
  where n.id = p.id
    and (${columnsOf('p')}) is distinct from (${columnsOf('n')})
  returning p.id`),
)
