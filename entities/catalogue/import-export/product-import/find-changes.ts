import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { memoize } from '#entities/values/memoize.ts'
import { importNotice } from '../import-notice.ts'
import type { CsvColumn } from '../product-csv/entity-columns.ts'
import { countRemovedLinks, selectLinkedChanges } from './apply-links.ts'
import { insertMissingClasses, productColumnNames, updatedProductsSql } from './apply-products.ts'
import { STOCK_CHANGES_SQL } from './apply-stock.ts'
import { countRemovedTaxes, selectTaxChanges } from './apply-taxes.ts'
import { countErasedTexts, selectTextChanges } from './apply-texts.ts'
import { REMOVED_PRICES_SQL, updatedVariantsSql, VARIANT_CHANGES_SQL, variantColumnNames } from './apply-variants.ts'
import { importedProductColumns, importedVariantColumns } from './columns-sql.ts'
import { countNewRows } from './new-rows.ts'

export interface Operations {
  PRODUCT_CREATE: number
  PRODUCT_UPDATE: number
  VARIANT_CREATE: number
  VARIANT_UPDATE: number
}

interface Count {
  count: number
}

/**
 * Counts the rows that the staged import would change, and finds the values that it would erase. Adds missing types and
 * tags, so the caller must roll the transaction back.
 */
export async function findChanges(
  em: EntityManager,
  { columns, hasLevels }: { columns: readonly string[]; hasLevels: boolean },
): Promise<{ operations: Operations; notices: BatchNotice[] }> {
  await insertMissingClasses(em)
  const created = await countNewRows(em)
  const texts = await selectTextChanges(em, columns)
  const products = new Set([
    ...(await selectChangedProducts()(em, columns)).map(({ id }) => id),
    ...(await selectLinkedChanges(em, columns)),
    ...(columns.includes('tax class') ? await selectTaxChanges(em) : []),
    ...texts.products,
  ])
  const [variants] = await countChangedVariants()(em, columns, hasLevels, texts.variants)
  return {
    operations: {
      PRODUCT_CREATE: created.products,
      PRODUCT_UPDATE: products.size,
      VARIANT_CREATE: created.variants,
      VARIANT_UPDATE: variants?.count ?? 0,
    },
    notices: [...(await findErasures(em, columns)), ...(await findIgnoredValues(em))],
  }
}

const columnsOf = (row: string, names: readonly string[]) => names.map((name) => `${row}.${name}`).join(', ')

const selectChangedProducts = memoize(() => {
  const names = productColumnNames()
  return statement<{ id: string }>(`
  select p.id from product p join (${updatedProductsSql()}) n on n.id = p.id
  where (${columnsOf('p', names)}) is distinct from (${columnsOf('n', names)})`)
})

const countChangedVariants = memoize(() => {
  const names = variantColumnNames()
  return statement<Count>(`
  select count(distinct id)::int as count from (
    select v.id from product_variant v join (${updatedVariantsSql()}) n on n.id = v.id
    where (${columnsOf('v', names)}) is distinct from (${columnsOf('n', names)})
    union all ${VARIANT_CHANGES_SQL}
    union all select id from (${STOCK_CHANGES_SQL}) stock where $2::boolean
    union all select unnest($3::text[])
  ) changed
  where id not in (select target_variant from import_row where is_new_variant)`)
})

async function findErasures(em: EntityManager, columns: readonly string[]): Promise<BatchNotice[]> {
  const [products] = await countErasedProductValues()(em, columns)
  const [variants] = await countErasedVariantValues()(em, columns)
  const [prices] = await countRemovedPrices(em)
  const erased = [
    ...erasedIn(importedProductColumns(), products ?? {}),
    ...erasedIn(importedVariantColumns(), variants ?? {}),
    ...(await countErasedTexts(em, columns)),
  ]
  const removed = [
    { what: 'prices' as const, count: prices?.count ?? 0 },
    ...(await countRemovedLinks(em, columns)),
    { what: 'tax_rates' as const, count: columns.includes('tax class') ? await countRemovedTaxes(em) : 0 },
  ]
  return [
    ...removed.filter(({ count }) => count > 0).map((links) => importNotice({ name: 'import_removes', ...links })),
    ...erased.map((cells) => importNotice({ name: 'import_erases', ...cells })),
  ]
}

const erasedIn = (columns: readonly CsvColumn[], counts: Record<string, number>) =>
  columns.flatMap(({ name, title }) => {
    const count = counts[name] ?? 0
    return count > 0 ? [{ title, count }] : []
  })

const erasedCountsSql = (columns: readonly CsvColumn[]) =>
  columns
    .map(
      ({ name }) =>
        `count(*) filter (where coalesce(s."${name}"::text, '') <> '' and coalesce(n."${name}"::text, '') = '')::int as "${name}"`,
    )
    .join(', ')

const countErasedProductValues = memoize(() =>
  statement<Record<string, number>>(`
  select ${erasedCountsSql(importedProductColumns())} from (${updatedProductsSql()}) n join product s on s.id = n.id`),
)

const countErasedVariantValues = memoize(() =>
  statement<Record<string, number>>(`
  select ${erasedCountsSql(importedVariantColumns())} from (${updatedVariantsSql()}) n join product_variant s on s.id = n.id`),
)

const countRemovedPrices = statement<Count>(`select count(*)::int as count from (${REMOVED_PRICES_SQL}) removed`)

/** The rows of a product whose values differ from its first row, and profiles that the shop does not have. */
async function findIgnoredValues(em: EntityManager): Promise<BatchNotice[]> {
  const [different] = await selectDifferentRows(em)
  const profiles = await selectMissingProfiles(em)
  return [
    ...(different ? [importNotice({ name: 'import_first_row_counts', ...different })] : []),
    ...profiles.map((profile) => importNotice({ name: 'import_profile_missing', ...profile })),
  ]
}

const selectDifferentRows = statement<{ count: number; title: string; row: number }>(`
  select count(*)::int as count, min(r.sheet_row)::int as row,
    (array_agg(initcap('Product ' || replace(cell.name, '_', ' ')) order by r.line))[1] as title
  from import_row r
  join import_row f on f.target_product = r.target_product and f.is_first
  cross join jsonb_each_text(r.product) as cell (name, value)
  where not r.is_first and cell.value is not null and f.product->>cell.name is distinct from cell.value
  having count(*) > 0`)

const selectMissingProfiles = statement<{ profile: string; count: number }>(`
  select r.profile_name as profile, count(*)::int as count from import_row r
  where r.is_first and r.is_new_product and r.profile_name is not null
    and r.profile_type is distinct from 'default' and r.profile_type is distinct from 'gift_card'
    and not exists (
      select from shipping_profile p
      where p.name = r.profile_name and p.type = r.profile_type and p.deleted_at is null)
  group by r.profile_name order by r.profile_name limit 10`)
