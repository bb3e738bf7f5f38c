import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { memoize } from '#entities/values/memoize.ts'
import { type PriceColumn, type ProductShape, productColumns, variantColumns } from './columns.ts'
import type { CsvColumn } from './entity-columns.ts'

export const emptyShape = (languages: readonly string[] = []): ProductShape => ({
  languages,
  prices: [],
  productColumns: [],
  variantColumns: [],
  dynamicImageColumnCount: 0,
  hasImageAlts: false,
  dynamicOptionColumnCount: 0,
  dynamicSalesChannelsColumnCount: 0,
  dynamicProductCategoriesColumnCount: 0,
})

export async function widenShape(
  em: EntityManager,
  shape: ProductShape,
  ids: readonly string[],
): Promise<ProductShape> {
  const [row] = await readShape()(em, ids)
  if (!row) return shape
  const known = new Set(shape.prices.map(keyOf))
  const prices = [
    ...shape.prices,
    ...row.prices.filter((price) => !known.has(keyOf(price))).map(withoutEmptyQuantities),
  ]
  return {
    languages: shape.languages,
    prices: prices.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
    productColumns: [...new Set([...shape.productColumns, ...row.product_columns])],
    variantColumns: [...new Set([...shape.variantColumns, ...row.variant_columns])],
    dynamicImageColumnCount: Math.max(shape.dynamicImageColumnCount, row.images),
    hasImageAlts: shape.hasImageAlts || row.has_image_alts,
    dynamicOptionColumnCount: Math.max(shape.dynamicOptionColumnCount, row.options),
    dynamicSalesChannelsColumnCount: Math.max(shape.dynamicSalesChannelsColumnCount, row.channels),
    dynamicProductCategoriesColumnCount: Math.max(shape.dynamicProductCategoriesColumnCount, row.categories),
  }
}

/** The shape of a price without quantities is that of Medusa v1. */
const withoutEmptyQuantities = ({ region, currency_code, min_quantity, max_quantity }: PriceColumn): PriceColumn => ({
  currency_code,
  region,
  ...(min_quantity == null && max_quantity == null ? {} : { min_quantity, max_quantity }),
})

const keyOf = ({ region, currency_code, min_quantity, max_quantity }: PriceColumn) =>
  [currency_code, region?.id, min_quantity, max_quantity].join(' ')
const sortKey = ({ region, currency_code, min_quantity, max_quantity }: PriceColumn) =>
  [
    region ? `2 ${region.name} ${region.id}` : `1 ${currency_code}`,
    ...[min_quantity, max_quantity].map((quantity) => `${quantity ?? ''}`.padStart(10, '0')),
  ].join(' ')

interface ShapeRow {
  prices: PriceColumn[]
  product_columns: string[]
  variant_columns: string[]
  images: number
  has_image_alts: boolean
  options: number
  channels: number
  categories: number
}

const maxCountSql = (links: string) => `(select coalesce(max(n), 0)::int from (select count(*) as n ${links}) counted)`

/** An import ignores a read-only column, so the column is of interest only if it differs from its default. */
function filledSql({ name, isReadOnly, default: initial }: CsvColumn): string {
  if (name === 'is_giftcard') return `"${name}"`
  if (isReadOnly && typeof initial === 'number') return `"${name}" <> ${initial}`
  return `"${name}" is not null`
}

const filledColumnsSql = (columns: readonly CsvColumn[], rows: string) => {
  const names = columns.map(
    (column) => `case when exists (select ${rows} and ${filledSql(column)}) then '${column.name}' end`,
  )
  return `array_remove(array[${names.join(', ')}]::text[], null)`
}

const readShape = memoize(() =>
  statement<ShapeRow>(`
  select
    (
      select coalesce(json_agg(price), '[]') from (
        select distinct on (m.currency_code, r.id, m.min_quantity, m.max_quantity) m.currency_code,
          case when r.id is not null
            then json_build_object('id', r.id, 'name', r.name, 'currency_code', r.currency_code) end as region,
          m.min_quantity, m.max_quantity
        from product_variant v
        join money_amount m on m.variant_id = v.id
        left join region r on r.id = m.region_id
        where v.product_id = any($1::text[]) and v.deleted_at is null and m.deleted_at is null
          and m.price_list_id is null
          and (m.region_id is null or (r.deleted_at is null and r.currency_code = m.currency_code))
      ) price
    ) as prices,
    ${filledColumnsSql(productColumns().additional, 'from product where id = any($1::text[])')} as product_columns,
    ${filledColumnsSql(variantColumns().additional, 'from product_variant where product_id = any($1::text[]) and deleted_at is null')} as variant_columns,
    ${maxCountSql(`from product_images l join image i on i.id = l.image_id and i.deleted_at is null
      where product_id = any($1::text[]) group by product_id`)} as images,
    exists (select from product_images l join image i on i.id = l.image_id and i.deleted_at is null
      where l.product_id = any($1::text[]) and i.alt is not null) as has_image_alts,
    ${maxCountSql('from product_option where product_id = any($1::text[]) and deleted_at is null group by product_id')} as options,
    ${maxCountSql(`from product_sales_channel l join sales_channel c on c.id = l.sales_channel_id and c.deleted_at is null
      where product_id = any($1::text[]) group by product_id`)} as channels,
    ${maxCountSql('from product_category_product where product_id = any($1::text[]) group by product_id')} as categories`),
)
