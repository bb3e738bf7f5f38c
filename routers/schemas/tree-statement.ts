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
  /** What the values of a row are, in their order. */
  columns: readonly string[]
  /** A row without values. */
  blank: Readonly<Record<string, unknown>>
  /** Columns that are times. */
  times: readonly string[]
  /** Where something is shown that the entity computes by a method. */
  prototype: object | undefined
}

/** Rows that stand in others. */
export interface RelatedBranch extends Branch {
  parent: Branch
  name: string
  link: Link
  /** The list of the pairs of a relation of many to many. */
  links: string | undefined
}

/** Which row of a relation of many to many belongs to which. */
export interface Pair {
  near: string
  far: string
}

/**
 * Answers its lists one by one, each as soon as its rows are found: those of a row before those in it, pairs before what
 * they pair.
 */
export interface TreeStatement {
  sql: string
  root: Branch
  /** By the names of their lists. All other lists are pairs. */
  branches: ReadonlyMap<string, Branch | RelatedBranch>
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
  return { sql: writer.statement(), root, branches: writer.branches, key: primaryKey(meta) }
}

class Writer {
  readonly branches = new Map<string, Branch | RelatedBranch>()
  readonly #withDeleted: boolean
  readonly #only: Only
  readonly #queries: string[] = []
  readonly #lists: string[] = []

  constructor({ withDeleted, only }: Omit<Wanted, 'selection'>) {
    this.#withDeleted = withDeleted
    this.#only = only
  }

  statement(): string {
    return `with ${this.#queries.join(',\n')}\n${this.#lists.join('\nunion all ')}`
  }

  root(meta: EntityMetadata, selection: Selection): Branch {
    const type = primaryKeyOf(meta).runtimeType === 'string' ? 'text' : 'bigint'
    // Behind a query the keys are unknown to the planner: one plan is as good as another, so it keeps the first.
    const keys = `any((select $1::${type}[])::${type}[])`
    const where = [`${quoted(primaryKey(meta))} = ${keys}`, ...this.#conditions(meta, this.#only[''] ?? {})]
    const root = branchOf(meta, selection, [])
    this.#grow(root, { meta, selection, path: '', where, order: '' })
    return root
  }

  /** Adds the list of a branch, and then those of what is in its rows. */
  #grow(branch: Branch | RelatedBranch, { meta, selection, path, where, order }: Place): void {
    const relations = relationsOf(meta, selection)
    const leading = relations.map(([relation]) => linkOf(meta, relation).near)
    const row = `json_build_array(${branch.columns.map(quoted).join(', ')}) as ${ROW}`
    const selected = [...Array.from(new Set(leading), quoted), row].join(', ')
    const rows = this.#add(
      `select ${selected} from ${quoted(meta.tableName)} where ${where.join(' and ')}${order}`,
      ROW,
    )
    this.branches.set(rows, branch)
    for (const [relation, nested] of relations)
      this.#growIn(branch, { owner: meta, parent: rows, relation, path, selection: nested })
  }

  #growIn(parent: Branch, { owner, parent: rows, relation, path, selection }: Edge): void {
    const meta = relation.targetMeta as EntityMetadata
    const link = linkOf(owner, relation)
    const below = `${path}${relation.name}`
    const scope = { ...selection.scope, ...this.#only[below] }
    const { query, links } = this.#keysOf(rows, link)
    const where = [`${quoted(link.far)} = any(array(${query}))`, ...this.#conditions(meta, scope)]
    const branch = { ...branchOf(meta, selection, [link.far]), parent, name: relation.name, link, links }
    this.#grow(branch, { meta, selection, path: `${below}.`, where, order: orderOf(relation) })
  }

  /** The query of what the rows of a relation are found by. */
  #keysOf(parent: string, { near, pivot }: Link): { query: string; links?: string } {
    if (!pivot) return { query: `select ${quoted(near)} from ${parent}` }
    const links = this.#add(`
      select ${quoted(pivot.near)} as near, ${quoted(pivot.far)} as far from ${quoted(pivot.table)}
      where ${quoted(pivot.near)} = any(array(select ${quoted(near)} from ${parent}))`)
    return { query: `select far from ${links}`, links }
  }

  /** A query of which all rows are answered as a list, or one column of them. */
  #add(query: string, column?: string): string {
    const name = `t${this.#queries.length + 1}`
    this.#queries.push(`${name} as (${query})`)
    this.#lists.push(`select '${name}' as name, json_agg(${column ?? name}) as rows from ${name}`)
    return name
  }

  /** Which of the rows of a table are shown. */
  #conditions(meta: EntityMetadata, scope: Scope): string[] {
    const conditions = Object.entries(scope).map(([column, allowed]) => oneOf(quoted(column), allowed))
    return this.#withDeleted || !isSoftDeleted(meta) ? conditions : [...conditions, 'deleted_at is null']
  }
}

/** Where a query stands in the tree, and what it says beside its columns. */
interface Place {
  meta: EntityMetadata
  selection: Selection
  path: string
  where: readonly string[]
  order: string
}

/** A relation on its way from the rows that `parent` names to those it relates to. */
interface Edge {
  owner: EntityMetadata
  parent: string
  relation: EntityProperty
  path: string
  selection: Selection
}

/** What a query calls the list of the values of a row, beside the columns that lead on from it. */
const ROW = '"_row"'

/** `linking` are columns that tell where a row belongs. */
function branchOf(meta: EntityMetadata, selection: Selection, linking: readonly string[]): Branch {
  const leading = relationsOf(meta, selection).map(([relation]) => linkOf(meta, relation).near)
  const columns = columnsRead(meta, selection, [...linking, ...leading])
  return {
    columns,
    blank: blankRow(columns),
    times: columns.filter((name) => storedColumns(meta).get(name)?.runtimeType === 'Date'),
    prototype: computesShown(meta, selection) ? meta.prototype : undefined,
  }
}

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
