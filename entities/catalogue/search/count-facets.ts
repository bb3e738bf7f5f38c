import type { BoundStatement } from '#database/statement.ts'
import { currentPriceSql } from './current-prices.ts'
import type { FacetName } from './facets.ts'
import { type FilterCondition, filterConditions } from './filter-conditions.ts'
import type { ProductSearch } from './product-search.ts'
import { ShownTexts } from './shown-text.ts'
import { SqlValues } from './sql-values.ts'
import { visibleOfFewSql, visibleSql } from './visible-products.ts'
import { wordsSql } from './words-sql.ts'

export interface FacetRow {
  facets: Record<string, unknown>
}

/** Only this number of the most frequent values of a facet is returned. */
const MAX_VALUES = 100

/**
 * Counts the products with each value of the requested facets. A product that fails only the filter of a facet counts
 * in this facet, so that the caller sees the other values that it can select.
 */
export function facetStatement(search: ProductSearch): BoundStatement<FacetRow> {
  const { facets, filter, channels, chain, price_bounds } = search
  const values = new SqlValues()
  const words = wordsSql(search, values)
  const visible = words ? visibleOfFewSql(channels, values) : visibleSql(channels, values)
  const conditions = filterConditions(filter, { values, chain, price: () => 'p.price' })
  const hasPrices = facets.includes('price') || filter.price !== undefined
  const parts = { conditions, price_bounds, values, texts: new ShownTexts(chain, values) }
  const columns = facets.map((facet) => `'${facet}', ${facetSql(facet, parts)}`)
  const sql = `
    with visible as (
      select p.id, p.collection_id, p.type_id from product p
      where ${visible} ${words ? `and ${words.isFound}` : ''}
    ), priced as (
      ${hasPrices ? pricedSql(search, values) : 'select p.*, null::bigint as price from visible p'}
    ), checked as (
      select p.*, ${failedSql(conditions)} as failed from priced p
    ), counted as (
      select * from checked where failed & (failed - 1) = 0
    )
    select json_build_object(${columns.join(', ')}) as facets`
  return { sql, parameters: values.list }
}

const pricedSql = ({ setting }: ProductSearch, values: SqlValues): string => `
  select p.*, prices.price from visible p left join (
    select v.product_id, min(m.amount) as price
    from visible p join product_variant v on v.product_id = p.id and v.deleted_at is null
      join money_amount m on m.variant_id = v.id
    where ${currentPriceSql(setting, (value) => values.add(value))}
    group by v.product_id
  ) prices on prices.product_id = p.id`

/** Returns the number whose bit `i` is set if the product does not match the condition `i`. */
const failedSql = (conditions: readonly FilterCondition[]): string =>
  ['0', ...conditions.map(({ sql }, i) => `case when ${sql} then 0 else ${1 << i} end`)].join(' + ')

/** Matches products that no filter excludes, except the filter of the facet. */
function matches(facet: string, conditions: readonly FilterCondition[]): string {
  if (conditions.length === 0) return 'true'
  const own = conditions.findIndex((condition) => condition.facet === facet)
  return own < 0 ? 'm.failed = 0' : `m.failed in (0, ${1 << own})`
}

function optionMatches(conditions: readonly FilterCondition[]): string {
  const options = conditions.flatMap(({ isOption }, i) => (isOption ? `when ${isOption} then ${1 << i}` : []))
  return options.length === 0 ? matches('options', conditions) : `m.failed in (0, case ${options.join(' ')} else 0 end)`
}

interface FacetParts {
  conditions: readonly FilterCondition[]
  price_bounds: readonly number[]
  values: SqlValues
  texts: ShownTexts
}

function facetSql(facet: FacetName, { conditions, price_bounds, values, texts }: FacetParts): string {
  const matching = matches(facet, conditions)
  switch (facet) {
    case 'options':
      return optionsSql(optionMatches(conditions), texts)
    case 'price':
      return priceSql(matching, values.add(price_bounds))
    default:
      return namedSql(NAMED[facet], matching, texts)
  }
}

interface NamedFacet {
  name: string
  joins: string
}

const NAMED: Readonly<Record<Exclude<FacetName, 'options' | 'price'>, NamedFacet>> = {
  category_id: {
    name: 'name',
    joins: `join product_category_product l on l.product_id = m.id
      join product_category c on c.id = l.product_category_id and c.is_active and not c.is_internal`,
  },
  collection_id: {
    name: 'title',
    joins: 'join product_collection c on c.id = m.collection_id and c.deleted_at is null',
  },
  type_id: { name: 'value', joins: 'join product_type c on c.id = m.type_id and c.deleted_at is null' },
  tags: {
    name: 'value',
    joins: `join product_tags l on l.product_id = m.id
      join product_tag c on c.id = l.product_tag_id and c.deleted_at is null`,
  },
}

const namedSql = ({ name, joins }: NamedFacet, matching: string, texts: ShownTexts): string => `(
  select coalesce(json_agg(json_build_object('id', c.id, 'name', ${texts.textOf('c', name)}, 'count', c.count)), '[]') from (
    select c.id, c.${name}, count(*)::integer as count from counted m ${joins}
    where ${matching}
    group by c.id order by count(*) desc, c.${name}, c.id limit ${MAX_VALUES}
  ) c)`

function optionsSql(matching: string, texts: ShownTexts): string {
  const { textOf, joins } = texts.ofOptions('m')
  return `(
  select coalesce(json_agg(one), '[]') from (
    select title, value, count(*)::integer as count from (
      select distinct m.id, ${textOf('o', 'title')} as title, ${textOf('v', 'value')} as value from counted m ${joins}
        join product_option o on o.product_id = m.id and o.deleted_at is null
        join product_option_value v on v.option_id = o.id and v.deleted_at is null
      where ${matching}
    ) chosen
    group by title, value order by count(*) desc, title, value limit ${MAX_VALUES}
  ) one)`
}

/** Bucket 0 is below the first bound. */
const priceSql = (matching: string, bounds: string): string => `(
  select json_build_object('min', min(lowest), 'max', max(highest), 'counts',
    coalesce(json_object_agg(bucket, count) filter (where bucket is not null), '{}'))
  from (
    select width_bucket(m.price, ${bounds}::bigint[]) as bucket, count(*)::integer as count,
      min(m.price) as lowest, max(m.price) as highest
    from counted m where m.price is not null and ${matching} group by 1
  ) buckets)`
