import { type Executor, type Statement, statement } from '#database/statement.ts'
import { SqlValues } from './sql-values.ts'
import { visibleSql } from './visible-products.ts'

/** A product must match each filter that is set. */
export interface PublishedFilter {
  id?: string | readonly string[] | undefined
  handle?: string | undefined
  collection_id?: readonly string[] | undefined
  type_id?: readonly string[] | undefined
}

interface PublishedPage {
  filter: PublishedFilter
  /** Ids of sales channels. Default: the default channel of the store. */
  channels: readonly string[] | undefined
  limit: number
  offset: number
}

export interface FoundProducts {
  keys: string[]
  count: number
}

/** Returns the ids of a page, newest product first, and the number of all products with the filter. */
export async function findPublishedProducts(em: Executor, page: PublishedPage): Promise<FoundProducts> {
  const values = new SqlValues()
  const filters = Object.entries(page.filter).filter(([, value]) => value !== undefined)
  const conditions = filters.map(([name, value]) => `p.${name} = any(${values.add([value].flat())}::text[])`)
  const matching = ['from product p where', [visibleSql(page.channels, values), ...conditions].join(' and ')].join(' ')
  const span = `limit ${values.add(page.limit)} offset ${values.add(page.offset)}`
  const sql = `select array(select p.id ${matching} order by p.created_at desc, p.id desc ${span}) as keys,
    (select count(*) ${matching})::integer as count`
  const [found] = await statementOf(sql)(em, ...values.list)
  return found ?? { keys: [], count: 0 }
}

const statements = new Map<string, Statement<FoundProducts, unknown[]>>()

function statementOf(sql: string): Statement<FoundProducts, unknown[]> {
  const known = statements.get(sql) ?? statement<FoundProducts, unknown[]>(sql)
  statements.set(sql, known)
  return known
}
