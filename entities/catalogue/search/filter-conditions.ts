import type { FacetName } from './facets.ts'
import { boundsOf } from './price-range.ts'
import type { PriceRange, SearchFilter } from './search-port.ts'
import { ShownTexts } from './shown-text.ts'
import type { SqlValues } from './sql-values.ts'

/** A condition for the product `p`. */
export interface FilterCondition {
  facet: FacetName
  /** The condition that an option `o` is the filtered one. Each option has separate counts. */
  isOption?: string
  sql: string
}

interface FilterParts {
  values: SqlValues
  /** The languages of the response. A filter by options takes the texts that they show, and those of the default language. */
  chain: readonly string[]
  /** Returns an expression for the lowest price of the product. */
  price: () => string
}

export function filterConditions(filter: SearchFilter, { values, chain, price }: FilterParts): FilterCondition[] {
  const { category_id, collection_id, type_id, tags, options = {}, price: range } = filter
  const texts = new ShownTexts(chain, values)
  const condition = (facet: FacetName, ids: readonly string[] | undefined, sql: (list: string) => string) =>
    ids ? [{ facet, sql: sql(`${values.add(ids)}::text[]`) }] : []
  return [
    ...condition('collection_id', collection_id, (list) => `p.collection_id = any(${list})`),
    ...condition('type_id', type_id, (list) => `p.type_id = any(${list})`),
    ...condition('tags', tags, (list) =>
      exists('product_tags l where l.product_id = p.id', `l.product_tag_id = any(${list})`),
    ),
    ...condition('category_id', category_id, (list) =>
      exists(
        'product_category_product l join product_category c on c.id = l.product_category_id where l.product_id = p.id',
        `c.is_active and not c.is_internal and c.id = any(${list})`,
      ),
    ),
    ...Object.entries(options).map(([name, chosen]) => optionCondition(texts, values.add(name), values.add(chosen))),
    ...(range ? [{ facet: 'price' as const, sql: rangeSql(price(), range, values) }] : []),
  ]
}

function optionCondition(texts: ShownTexts, title: string, chosen: string): FilterCondition {
  const isOption = texts.isOneOf('o', 'title', `array[${title}::text]`)
  return {
    facet: 'options',
    isOption,
    sql: exists(
      'product_option o join product_option_value v on v.option_id = o.id where o.product_id = p.id',
      `o.deleted_at is null and v.deleted_at is null and ${isOption} and ${texts.isOneOf('v', 'value', `${chosen}::text[]`)}`,
    ),
  }
}

const exists = (from: string, condition: string): string => `exists (select from ${from} and ${condition})`

function rangeSql(price: string, range: PriceRange, values: SqlValues): string {
  const bounds = boundsOf(range).map(([operator, bound]) => `x.price ${operator} ${values.add(bound)}::bigint`)
  return `exists (select from (select ${price} as price) x where ${['x.price is not null', ...bounds].join(' and ')})`
}
