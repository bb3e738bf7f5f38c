import type { EntityMetadata } from '@mikro-orm/postgresql'
import { blankRow, type PlainRow } from '../fast-rows.ts'
import type { Statement } from '../statement.ts'
import { isSoftDeletable, leadingColumnOf, primaryKeyName, propertyOf, type RelationLink } from './entity-metadata.ts'
import type { Scope } from './model.ts'
import type { ReadEdge, ReadNode } from './plan.ts'

export interface RowList {
  node: ReadNode
  columns: readonly string[]
  blank: PlainRow
  parent: { list: RowList; edge: ReadEdge; pairs: string | undefined } | undefined
}

export interface TreeStatement {
  sql: string
  /** The lists of rows by name. The other lists contain the key pairs of many-to-many relations and the page. */
  lists: ReadonlyMap<string, RowList>
  uses: number
  prepared: Statement<object, unknown[]> | undefined
}

export interface PageSql {
  /** Returns the column `key` in the order of the page. */
  keys: string
  /** Returns the number of all rows. Can read the keys of the page from the table `page`. */
  count: string
}

export interface TreeSql {
  withDeleted: boolean
  /** Undefined if `$1` has the keys of the root rows. */
  page: PageSql | undefined
  /** The placeholders of the languages whose texts the rows have, the preferred one first. */
  languages: readonly string[]
}

/** Number of rows in one part of a list. A statement that finds its page reads the first part. */
export const PART_SIZE = 50

/**
 * The result has one list of rows for each node, parents first. One query finds all rows of a list with the rows of its parents, so no
 * table is read once per row.
 */
export function treeStatement(root: ReadNode, { withDeleted, page, languages }: TreeSql): TreeStatement {
  const queries: string[] = []
  const answers: string[] = []
  const lists = new Map<string, RowList>()

  const add = (query: string, row: string): string => {
    const name = `t${queries.length + 1}`
    queries.push(`${name} as (${query})`)
    answers.push(`select '${name}' as name, json_agg(${row}) as rows from ${name}`)
    return name
  }
  const addList = (list: RowList, conditions: readonly string[], orderBy: readonly object[]): void => {
    const { meta } = list.node
    const edges = list.parent?.edge.isSeparate ? [] : list.node.edges
    const links = Array.from(new Set(edges.map(({ link }) => link.near)), quoteName)
    const texts = textsSql(list, languages)
    const row = `json_build_array(${list.columns.map(texts.shown).join(', ')}) as ${ROW}`
    const where = [...conditions, ...(withDeleted || !isSoftDeletable(meta) ? [] : ['deleted_at is null'])]
    const rows = add(
      `select ${[...links, row].join(', ')} from ${quoteName(meta.tableName)}${texts.joins} where ${where.join(' and ')}${orderSql(orderBy)}`,
      ROW,
    )
    lists.set(rows, list)
    for (const edge of edges) addRelated(list, rows, edge)
  }
  const addRelated = (list: RowList, parentRows: string, edge: ReadEdge): void => {
    const { node, link, scope, isSeparate } = edge
    const pairs = link.pivot && add(pairsSql(parentRows, link.near, link.pivot), 'json_build_array(near, far)')
    const keys = pairs ? `select far from ${pairs}` : `select ${quoteName(link.near)} from ${parentRows}`
    const columns = isSeparate ? [...new Set([primaryKeyName(node.meta), link.far])] : node.columns
    const conditions = [`${quoteName(link.far)} = any(array(${keys}))`, ...scopeSql(scope)]
    addList({ node, columns, blank: blankRow(columns), parent: { list, edge, pairs } }, conditions, edge.orderBy)
  }

  if (page) queries.push(`page as (${page.keys})`)
  if (page) answers.push(`select 'page' as name, json_build_array(${PAGE_KEYS}, array(${page.count})) as rows`)
  const key = primaryKeyName(root.meta)
  const isRoot = `${quoteName(key)} = ${page ? `any((${PAGE_KEYS})[:${PART_SIZE}])` : keysSql(root.meta, key)}`
  addList({ node: root, columns: root.columns, blank: blankRow(root.columns), parent: undefined }, [isRoot], [])
  return { sql: `with ${queries.join(',\n')}\n${answers.join('\nunion all ')}`, lists, uses: 0, prepared: undefined }
}

const ROW = '"_row"'
const PAGE_KEYS = 'array(select key from page)'

/** The subquery hides the number of keys from the planner, so that it keeps its generic plan. */
function keysSql(meta: EntityMetadata, key: string): string {
  const type = propertyOf(meta, key)?.runtimeType === 'string' ? 'text' : 'bigint'
  return `any((select $1::${type}[])::${type}[])`
}

/** A text that no language has is the column, with the text of the default language. */
function textsSql({ node, columns }: RowList, languages: readonly string[]) {
  const translated = languages.length > 0 ? node.translated.filter((name) => columns.includes(name)) : []
  const textsOf = (name: string) => languages.map((_, i) => `texts${i} ->> ${quoteText(name)}`)
  const shownText = (name: string) => {
    const texts = textsOf(name)
    const leading = leadingColumnOf(propertyOf(node.meta, name) ?? {})
    if (leading === undefined) return `coalesce(${[...texts, quoteName(name)].join(', ')})`
    const whens = textsOf(leading).map((text, i) => `when coalesce(${text}, ${texts[i]}) is not null then ${texts[i]}`)
    return `case ${whens.join(' ')} else ${quoteName(name)} end`
  }
  const joins = languages.map(
    (language, i) =>
      ` left join (select row_id as row${i}, texts as texts${i} from translation where language = ${language}) in${i} on row${i} = id`,
  )
  return {
    joins: translated.length > 0 ? joins.join('') : '',
    shown: (name: string) => (translated.includes(name) ? shownText(name) : quoteName(name)),
  }
}

const pairsSql = (parentRows: string, near: string, pivot: NonNullable<RelationLink['pivot']>): string =>
  `select ${quoteName(pivot.near)} as near, ${quoteName(pivot.far)} as far from ${quoteName(pivot.table)}
  where ${quoteName(pivot.near)} = any(array(select ${quoteName(near)} from ${parentRows}))`

function orderSql(orderBy: readonly object[]): string {
  const columns = orderBy.flatMap((order) => Object.entries(order))
  const sorted = columns.map(([name, direction]) => `${quoteName(name)} ${direction === 'desc' ? 'desc' : 'asc'}`)
  return sorted.length > 0 ? ` order by ${sorted.join(', ')}` : ''
}

const scopeSql = (scope: Scope = {}): string[] =>
  Object.entries(scope).map(([name, values]) => {
    const texts = values.filter((value) => value !== null).map(quoteText)
    const isListed = texts.length > 0 ? `${quoteName(name)} in (${texts.join(', ')})` : 'false'
    return values.includes(null) ? `(${isListed} or ${quoteName(name)} is null)` : isListed
  })

const quoteName = (name: string) => `"${name}"`
const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`
