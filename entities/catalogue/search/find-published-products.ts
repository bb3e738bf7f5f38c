import type { Page } from '#database/read/read-trees.ts'
import { type Executor, type Statement, statement } from '#database/statement.ts'
import { FIRST_ROWS, isAmongFirst, pageCountSql, type Span } from '#entities/platform/page-span/page-span.ts'
import { readPublishedCount } from '#entities/platform/row-count/row-count.ts'
import { SqlValues } from './sql-values.ts'
import { visibleOfFewSql, visibleSql } from './visible-products.ts'

/** A product must match each filter that is set. */
export interface PublishedFilter {
  id?: string | readonly string[] | undefined
  handle?: string | undefined
  collection_id?: readonly string[] | undefined
  type_id?: readonly string[] | undefined
}

export interface PublishedProductsQuery {
  filter: PublishedFilter
  /** Ids of sales channels. Default: the default channel of the store. */
  channels: readonly string[] | undefined
}

/** Returns the ids of a page, newest product first. */
export async function findPublishedProducts(
  em: Executor,
  products: PublishedProductsQuery,
  span: Span,
): Promise<string[]> {
  const values = new SqlValues()
  const sorted = `select p.id ${matchingSql(products, values)} order by p.created_at desc, p.id desc`
  const isFirst = isAmongFirst(span) && filtersOf(products).length === 0
  const rows = isFirst ? `select id from (${sorted} limit ${FIRST_ROWS}) p` : sorted
  const [found] = await run(
    em,
    `select array(${rows} limit ${values.add(span.limit)} offset ${values.add(span.offset)}) as keys`,
    values,
  )
  return found?.keys ?? []
}

/** Returns the statement of a page, newest product first. Few products may match the filter. */
export function fewPublishedProducts(products: PublishedProductsQuery, { limit, offset }: Span): Page {
  const values = new SqlValues()
  const span = `limit ${values.add(limit)}::bigint offset ${values.add(offset)}::bigint`
  const matching = matchingSql(products, values, visibleOfFewSql)
  return {
    keys: `select p.id as key ${matching} order by p.created_at desc, p.id desc ${span}`,
    count: pageCountSql(`select count(*) ${matching}`),
    parameters: values.list,
  }
}

export async function countPublishedProducts(em: Executor, products: PublishedProductsQuery): Promise<number> {
  const { channels } = products
  const isFiltered = filtersOf(products).length > 0
  if (!isFiltered && (!channels || channels.length === 1)) return readPublishedCount(em, channels?.[0])
  const values = new SqlValues()
  const matching = matchingSql(products, values, isFiltered ? visibleOfFewSql : visibleSql)
  const [found] = await run(em, `select count(*)::integer as count ${matching}`, values)
  return found?.count ?? 0
}

function matchingSql(products: PublishedProductsQuery, values: SqlValues, visible = visibleSql): string {
  const conditions = filtersOf(products).map(([name, list]) =>
    // For a list in a parameter, PostgreSQL plans for ten values.
    list.length === 1 ? `p.${name} = ${values.add(list[0])}` : `p.${name} = any(${values.add(list)}::text[])`,
  )
  return `from product p where ${[visible(products.channels, values), ...conditions].join(' and ')}`
}

const filtersOf = ({ filter }: PublishedProductsQuery): [name: string, values: string[]][] =>
  Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat()]]))

interface Found {
  keys?: string[]
  count?: number
}

const statements = new Map<string, Statement<Found, unknown[]>>()

function run(em: Executor, sql: string, values: SqlValues): Promise<Found[]> {
  const known = statements.get(sql) ?? statement<Found, unknown[]>(sql)
  statements.set(sql, known)
  return known(em, ...values.list)
}
