import type { EntityMetadata, EntityProperty } from '@mikro-orm/postgresql'
import { blankRow } from './blank-row.ts'
import { primaryKeyOf } from './keyset.ts'
import type { Scope } from './resource.ts'
import type { Selection } from './selection.ts'
import { isComputed, isSoftDeleted, type Link, linkOf, primaryKey, relationOf, storedColumns } from './stored.ts'

/*
 * The statement that reads trees: one query for the rows of each relation, whosever they are. What a query finds says
 * which rows the next one looks for, so no table is looked into once for each row. Rows are lists of their values: names,
 * which are known here, need neither be written nor sent nor read.
 */

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
  /** What is to be read of its rows, where there are any: only their keys are in the list. */
  putOff: Trees | undefined
}

/** What is read of rows. */
export interface Trees {
  meta: EntityMetadata
  selection: Selection
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

/** The setting that says the keys where the parameter is null. */
export const KEYS_FOUND = 'cartwright.keys_found'

/** Reads the rows whose keys are the one parameter, in no order. */
export function treeStatement({ meta, selection }: Trees, withDeleted: boolean): TreeStatement {
  const writer = new Writer(withDeleted)
  const root = writer.root({ meta, selection })
  return { sql: writer.statement(), root, branches: writer.branches, key: primaryKey(meta) }
}

class Writer {
  readonly branches = new Map<string, Branch | RelatedBranch>()
  readonly #withDeleted: boolean
  readonly #queries: string[] = []
  readonly #lists: string[] = []

  constructor(withDeleted: boolean) {
    this.#withDeleted = withDeleted
  }

  statement(): string {
    return `with ${this.#queries.join(',\n')}\n${this.#lists.join('\nunion all ')}`
  }

  root(trees: Trees): Branch {
    const { meta } = trees
    const type = primaryKeyOf(meta).runtimeType === 'string' ? 'text' : 'bigint'
    // Behind a query the keys are unknown to the planner: one plan is as good as another, so it keeps the first.
    const keys = `any((select coalesce($1, current_setting('${KEYS_FOUND}'))::${type}[])::${type}[])`
    const root = branchOf(trees)
    this.#grow(root, {
      ...trees,
      where: [`${quoted(primaryKey(meta))} = ${keys}`, ...this.#conditions(meta)],
      order: '',
    })
    return root
  }

  /** Adds the list of a branch, and then those of what is in its rows. */
  #grow(branch: Branch | RelatedBranch, { where, order, ...trees }: Place): void {
    const { meta } = trees
    const row = `json_build_array(${branch.columns.map(quoted).join(', ')}) as ${ROW}`
    const selected = [...Array.from(new Set(leadingOf(trees)), quoted), row].join(', ')
    const rows = this.#add(
      `select ${selected} from ${quoted(meta.tableName)} where ${where.join(' and ')}${order}`,
      ROW,
    )
    this.branches.set(rows, branch)
    for (const edge of relationsOf(trees)) this.#growIn(branch, { ...edge, owner: meta, parent: rows })
  }

  #growIn(parent: Branch, { owner, parent: rows, name, relation, selection }: Edge): void {
    const whole = { meta: relation.targetMeta as EntityMetadata, selection }
    const stored = linkOf(owner, relation)
    const link = selection.listOf ? { ...stored, isList: true } : stored
    const { query, links } = this.#keysOf(rows, link)
    const where = [`${quoted(link.far)} = any(array(${query}))`, ...this.#conditions(whole.meta, selection.scope)]
    const putOff = selection.isSeldom && relationsOf(whole).length > 0 ? whole : undefined
    const trees = putOff ? keysAlone(putOff.meta, link.far) : whole
    const branch = { ...branchOf(trees, [link.far]), parent, name, link, links, putOff }
    this.#grow(branch, { ...trees, where, order: orderOf(relation) })
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
  #conditions(meta: EntityMetadata, scope: Scope = {}): string[] {
    const conditions = Object.entries(scope).map(([column, allowed]) => oneOf(quoted(column), allowed))
    return this.#withDeleted || !isSoftDeleted(meta) ? conditions : [...conditions, 'deleted_at is null']
  }
}

/** Where a query stands in the tree, and what it says beside its columns. */
interface Place extends Trees {
  where: readonly string[]
  order: string
}

/** A relation on its way from the rows that `parent` names to those it relates to. */
interface Edge extends Related {
  owner: EntityMetadata
  parent: string
}

interface Related {
  /** What it is shown as. */
  name: string
  relation: EntityProperty
  selection: Selection
}

/** What a query calls the list of the values of a row, beside the columns that lead on from it. */
const ROW = '"_row"'

/** `linking` are columns that tell where a row belongs. */
function branchOf(trees: Trees, linking: readonly string[] = []): Branch {
  const { meta } = trees
  const columns = columnsRead(trees, [...linking, ...leadingOf(trees)])
  return {
    columns,
    blank: blankRow(columns),
    times: columns.filter((name) => storedColumns(meta).get(name)?.runtimeType === 'Date'),
    prototype: computesShown(trees) ? meta.prototype : undefined,
  }
}

/** In the order in which they are shown, where they are read for nothing else. */
const columnsRead = ({ meta, selection }: Trees, linking: readonly string[]): string[] =>
  selection.isReadAsShown ? [...selection.columns] : [...new Set([...storedColumns(meta).keys(), ...linking])]

/** Nothing but the keys of rows, and what tells where they belong. */
const keysAlone = (meta: EntityMetadata, linking: string): Trees => ({
  meta,
  selection: { columns: new Set([primaryKey(meta), linking]), relations: new Map(), isReadAsShown: true },
})

/** The columns that lead on to the relations. */
const leadingOf = (trees: Trees): string[] =>
  relationsOf(trees).map(({ relation }) => linkOf(trees.meta, relation).near)

/** Those that are stored. */
function relationsOf({ meta, selection }: Trees): Related[] {
  const stored = Array.from(selection.relations).filter(([name]) => !isComputed(meta, name))
  return stored.map(([name, nested]) => ({
    name,
    relation: relationOf(meta, nested.listOf ?? name) as EntityProperty,
    selection: nested,
  }))
}

const computesShown = ({ meta, selection }: Trees): boolean =>
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
