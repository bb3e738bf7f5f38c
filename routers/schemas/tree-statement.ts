import type { EntityMetadata, EntityProperty } from '@mikro-orm/postgresql'
import { blankRow } from './blank-row.ts'
import { primaryKeyOf } from './keyset.ts'
import type { Scope } from './resource.ts'
import type { Selection } from './selection.ts'
import { isComputed, type Link, linkOf, primaryKey, relationOf, storedColumns } from './stored.ts'

/*
 * The statement that reads trees: one query for the rows of each relation, whosever they are. What a query finds says
 * which rows the next one looks for, so no table is looked into once for each row. Rows are lists of their values: names,
 * which are known here, need neither be written nor sent nor read.
 */

/** Of a relation, by its dotted path: the values that a column must have for a row to be shown. */
export type Only = Record<string, Scope>

/** The rows that stand at one place of a tree, and what it takes to put them there. */
export interface Branch {
  /** What the statement calls the list of its rows; of a relation of many to many there is also `<rows>_links`. */
  rows: string
  /** What the values of a row are, in their order. */
  columns: readonly string[]
  /** A row without values. */
  blank: Readonly<Record<string, unknown>>
  /** Columns that are times. */
  times: readonly string[]
  /** Where something is shown that the entity computes by a method. */
  prototype: object | undefined
  related: readonly RelatedBranch[]
}

export interface RelatedBranch extends Branch {
  name: string
  link: Link
}

/** A row of `<rows>_links`. */
export interface Pair {
  near: string
  far: string
}

export interface TreeStatement {
  sql: string
  root: Branch
  /** The column of the root by which its rows are wanted. */
  key: string
}

interface Wanted {
  selection: Selection
  withDeleted: boolean
  only: Only
}

/** Reads the rows whose keys are the one parameter, in no order. */
export function treeStatement(meta: EntityMetadata, { selection, ...which }: Wanted): TreeStatement {
  const writer = new Writer(which)
  const root = writer.root(meta, selection)
  return { sql: writer.statement(), root, key: primaryKey(meta) }
}

class Writer {
  readonly #withDeleted: boolean
  readonly #only: Only
  readonly #queries: string[] = []
  readonly #lists: string[] = []

  constructor({ withDeleted, only }: Omit<Wanted, 'selection'>) {
    this.#withDeleted = withDeleted
    this.#only = only
  }

  statement(): string {
    return `with ${this.#queries.join(',\n')}\nselect ${this.#lists.join(',\n')}`
  }

  root(meta: EntityMetadata, selection: Selection): Branch {
    const type = primaryKeyOf(meta).runtimeType === 'string' ? 'text' : 'bigint'
    // Behind a query the keys are unknown to the planner: one plan is as good as another, so it keeps the first.
    const keys = `any((select $1::${type}[])::${type}[])`
    const where = [`${quoted(primaryKey(meta))} = ${keys}`, ...this.#conditions(meta, this.#only[''] ?? {})]
    return this.#branch(meta, selection, { path: '', link: undefined, where, order: '' })
  }

  #branch(meta: EntityMetadata, selection: Selection, { path, link, where, order }: Place): Branch {
    const relations = relationsOf(meta, selection)
    const leading = relations.map(([relation]) => linkOf(meta, relation).near)
    const columns = columnsRead(meta, selection, [...(link ? [link.far] : []), ...leading])
    const row = `json_build_array(${columns.map(quoted).join(', ')}) as ${ROW}`
    const selected = [...Array.from(new Set(leading), quoted), row].join(', ')
    const rows = this.#add(`select ${selected} from ${quoted(meta.tableName)} where ${where.join(' and ')}${order}`)
    return {
      rows,
      columns,
      blank: blankRow(columns),
      times: columns.filter((name) => storedColumns(meta).get(name)?.runtimeType === 'Date'),
      prototype: computesShown(meta, selection) ? meta.prototype : undefined,
      related: relations.map(([relation, nested]) =>
        this.#related({ owner: meta, parent: rows, relation, path }, nested),
      ),
    }
  }

  #related({ owner, parent, relation, path }: Edge, selection: Selection): RelatedBranch {
    const target = relation.targetMeta as EntityMetadata
    const link = linkOf(owner, relation)
    const below = `${path}${relation.name}`
    const scope = { ...selection.scope, ...this.#only[below] }
    const keys = this.#keysOf(parent, link)
    const where = [`${quoted(link.far)} = any(array(${keys.query}))`, ...this.#conditions(target, scope)]
    const order = orderOf(relation)
    const branch = this.#branch(target, selection, { path: `${below}.`, link, where, order })
    if (keys.pairs) this.#lists.push(`${listOf(keys.pairs)} as ${branch.rows}_links`)
    return { ...branch, name: relation.name, link }
  }

  /** The query of what the rows of a relation are found by. */
  #keysOf(parent: string, { near, pivot }: Link): { query: string; pairs?: string } {
    if (!pivot) return { query: `select ${quoted(near)} from ${parent}` }
    const pairs = this.#name()
    this.#queries.push(`${pairs} as (
      select ${quoted(pivot.near)} as near, ${quoted(pivot.far)} as far from ${quoted(pivot.table)}
      where ${quoted(pivot.near)} = any(array(select ${quoted(near)} from ${parent})))`)
    return { query: `select far from ${pairs}`, pairs }
  }

  #add(query: string): string {
    const name = this.#name()
    this.#queries.push(`${name} as (${query})`)
    this.#lists.push(`${listOf(name, ROW)} as ${name}`)
    return name
  }

  #name(): string {
    return `t${this.#queries.length + 1}`
  }

  /** Which of the rows of a table are shown. */
  #conditions(meta: EntityMetadata, scope: Scope): string[] {
    const conditions = Object.entries(scope).map(([column, allowed]) => oneOf(quoted(column), allowed))
    return this.#withDeleted || !isSoftDeleted(meta) ? conditions : [...conditions, 'deleted_at is null']
  }
}

/** Where a query stands in the tree, and what it says beside its columns. */
interface Place {
  path: string
  link: Link | undefined
  where: readonly string[]
  order: string
}

/** A relation on its way from the rows that `parent` names to those it relates to. */
interface Edge {
  owner: EntityMetadata
  parent: string
  relation: EntityProperty
  path: string
}

/** What a query calls the list of the values of a row, beside the columns that lead on from it. */
const ROW = '"_row"'

const listOf = (rows: string, row = rows) => `(select json_agg(${row}) from ${rows})`

const isSoftDeleted = (meta: EntityMetadata): boolean => 'alive' in (meta.filters ?? {})

/** In the order in which they are shown, where they are read for nothing else. */
const columnsRead = (
  meta: EntityMetadata,
  { columns, isReadAsShown }: Selection,
  linking: readonly string[],
): string[] => (isReadAsShown ? [...columns] : [...new Set([...storedColumns(meta).keys(), ...linking])])

/** Those that are stored. */
function relationsOf(meta: EntityMetadata, selection: Selection): [EntityProperty, Selection][] {
  const stored = Array.from(selection.relations).filter(([name]) => !isComputed(meta, name))
  return stored.map(([name, nested]) => [relationOf(meta, nested.listOf ?? name) as EntityProperty, nested])
}

const computesShown = (meta: EntityMetadata, selection: Selection): boolean =>
  [...selection.columns, ...selection.relations.keys()].some((name) => isComputed(meta, name))

function orderOf({ orderBy }: EntityProperty): string {
  const columns = [orderBy ?? []].flat().flatMap((order) => Object.entries(order))
  const sorted = columns.map(([column, direction]) => `${quoted(column)} ${direction === 'desc' ? 'desc' : 'asc'}`)
  return sorted.length > 0 ? ` order by ${sorted.join(', ')}` : ''
}

function oneOf(column: string, values: readonly (string | null)[]): string {
  const named = values.filter((value) => value !== null).map(literal)
  const conditions = named.length > 0 ? [`${column} in (${named.join(', ')})`] : []
  if (values.includes(null)) conditions.push(`${column} is null`)
  return conditions.length > 0 ? `(${conditions.join(' or ')})` : 'false'
}

const quoted = (name: string) => `"${name}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
