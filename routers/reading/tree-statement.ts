import type { EntityMetadata, EntityProperty } from '@mikro-orm/postgresql'
import { blankRow } from './blank-row.ts'
import type { Scope } from './define-resource.ts'
import {
  isComputed,
  isSoftDeletable,
  primaryKeyName,
  type RelationLink,
  relationLinkOf,
  relationOf,
  storedColumns,
} from './entity-metadata.ts'
import { primaryKeyProperty } from './keyset.ts'
import type { Selection } from './selection.ts'

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
  link: RelationLink
  /** The list of the pairs of a relation of many to many. */
  links: string | undefined
  /** What is to be read of its rows, where there are any: only their keys are in the list. */
  putOff: EntitySelection | undefined
}

/** What is read of rows. */
export interface EntitySelection {
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
export const PAGE_KEYS_SETTING = 'cartwright.keys_found'

/** Reads the rows whose keys are the one parameter, in no order. */
export function treeStatement({ meta, selection }: EntitySelection, withDeleted: boolean): TreeStatement {
  const writer = new TreeStatementWriter(withDeleted)
  const root = writer.root({ meta, selection })
  return { sql: writer.statement(), root, branches: writer.branches, key: primaryKeyName(meta) }
}

class TreeStatementWriter {
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

  root(trees: EntitySelection): Branch {
    const { meta } = trees
    const type = primaryKeyProperty(meta).runtimeType === 'string' ? 'text' : 'bigint'
    // Behind a query the keys are unknown to the planner: one plan is as good as another, so it keeps the first.
    const keys = `any((select coalesce($1, current_setting('${PAGE_KEYS_SETTING}'))::${type}[])::${type}[])`
    const root = branchOf(trees)
    this.#grow(root, {
      ...trees,
      where: [`${quoteIdentifier(primaryKeyName(meta))} = ${keys}`, ...this.#conditions(meta)],
      order: '',
    })
    return root
  }

  /** Adds the list of a branch, and then those of what is in its rows. */
  #grow(branch: Branch | RelatedBranch, { where, order, ...trees }: QueryContext): void {
    const { meta } = trees
    const row = `json_build_array(${branch.columns.map(quoteIdentifier).join(', ')}) as ${ROW}`
    const selected = [...Array.from(new Set(linkColumnsOf(trees)), quoteIdentifier), row].join(', ')
    const rows = this.#add(
      `select ${selected} from ${quoteIdentifier(meta.tableName)} where ${where.join(' and ')}${order}`,
      ROW,
    )
    this.branches.set(rows, branch)
    for (const edge of relationsOf(trees)) this.#growIn(branch, { ...edge, owner: meta, parent: rows })
  }

  #growIn(parent: Branch, { owner, parent: rows, name, relation, selection }: RelationQuery): void {
    const whole = { meta: relation.targetMeta as EntityMetadata, selection }
    const stored = relationLinkOf(owner, relation)
    const link = selection.listOf ? { ...stored, isList: true } : stored
    const { query, links } = this.#keysOf(rows, link)
    const where = [
      `${quoteIdentifier(link.far)} = any(array(${query}))`,
      ...this.#conditions(whole.meta, selection.scope),
    ]
    const putOff = selection.isSeldom && relationsOf(whole).length > 0 ? whole : undefined
    const trees = putOff ? selectKeysOnly(putOff.meta, link.far) : whole
    const branch = { ...branchOf(trees, [link.far]), parent, name, link, links, putOff }
    this.#grow(branch, { ...trees, where, order: orderOf(relation) })
  }

  /** The query of what the rows of a relation are found by. */
  #keysOf(parent: string, { near, pivot }: RelationLink): { query: string; links?: string } {
    if (!pivot) return { query: `select ${quoteIdentifier(near)} from ${parent}` }
    const links = this.#add(`
      select ${quoteIdentifier(pivot.near)} as near, ${quoteIdentifier(pivot.far)} as far from ${quoteIdentifier(pivot.table)}
      where ${quoteIdentifier(pivot.near)} = any(array(select ${quoteIdentifier(near)} from ${parent}))`)
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
    const conditions = Object.entries(scope).map(([column, allowed]) => inCondition(quoteIdentifier(column), allowed))
    return this.#withDeleted || !isSoftDeletable(meta) ? conditions : [...conditions, 'deleted_at is null']
  }
}

/** Where a query stands in the tree, and what it says beside its columns. */
interface QueryContext extends EntitySelection {
  where: readonly string[]
  order: string
}

/** A relation on its way from the rows that `parent` names to those it relates to. */
interface RelationQuery extends SelectedRelation {
  owner: EntityMetadata
  parent: string
}

interface SelectedRelation {
  /** What it is shown as. */
  name: string
  relation: EntityProperty
  selection: Selection
}

/** What a query calls the list of the values of a row, beside the columns that lead on from it. */
const ROW = '"_row"'

/** `linking` are columns that tell where a row belongs. */
function branchOf(trees: EntitySelection, linking: readonly string[] = []): Branch {
  const { meta } = trees
  const columns = columnsToRead(trees, [...linking, ...linkColumnsOf(trees)])
  return {
    columns,
    blank: blankRow(columns),
    times: columns.filter((name) => storedColumns(meta).get(name)?.runtimeType === 'Date'),
    prototype: hasComputedFields(trees) ? meta.prototype : undefined,
  }
}

/** In the order in which they are shown, where they are read for nothing else. */
const columnsToRead = ({ meta, selection }: EntitySelection, linking: readonly string[]): string[] =>
  selection.isReadAsShown ? [...selection.columns] : [...new Set([...storedColumns(meta).keys(), ...linking])]

/** Nothing but the keys of rows, and what tells where they belong. */
const selectKeysOnly = (meta: EntityMetadata, linking: string): EntitySelection => ({
  meta,
  selection: { columns: new Set([primaryKeyName(meta), linking]), relations: new Map(), isReadAsShown: true },
})

/** The columns that lead on to the relations. */
const linkColumnsOf = (trees: EntitySelection): string[] =>
  relationsOf(trees).map(({ relation }) => relationLinkOf(trees.meta, relation).near)

/** Those that are stored. */
function relationsOf({ meta, selection }: EntitySelection): SelectedRelation[] {
  const stored = Array.from(selection.relations).filter(([name]) => !isComputed(meta, name))
  return stored.map(([name, nested]) => ({
    name,
    relation: relationOf(meta, nested.listOf ?? name) as EntityProperty,
    selection: nested,
  }))
}

const hasComputedFields = ({ meta, selection }: EntitySelection): boolean =>
  [...selection.columns, ...selection.relations.keys()].some((name) => isComputed(meta, name))

function orderOf({ orderBy }: EntityProperty): string {
  const columns = [orderBy ?? []].flat().flatMap((order) => Object.entries(order))
  const sorted = columns.map(
    ([column, direction]) => `${quoteIdentifier(column)} ${direction === 'desc' ? 'desc' : 'asc'}`,
  )
  return sorted.length > 0 ? ` order by ${sorted.join(', ')}` : ''
}

function inCondition(column: string, values: readonly (string | null)[]): string {
  const named = values.filter((value) => value !== null).map(quoteLiteral)
  const conditions = named.length > 0 ? [`${column} in (${named.join(', ')})`] : []
  if (values.includes(null)) conditions.push(`${column} is null`)
  return conditions.length > 0 ? `(${conditions.join(' or ')})` : 'false'
}

const quoteIdentifier = (name: string) => `"${name}"`
const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`
