import type { EntityClass, EntityManager, EntityMetadata, EntityProperty } from '@mikro-orm/postgresql'
import { list, row } from '#entities/json-sql.ts'
import { statement, unprepared } from '#entities/statement.ts'
import { primaryKeyOf } from './keyset.ts'
import type { Scope } from './resource.ts'
import type { Selection } from './selection.ts'

/*
 * Rows with the relations that are selected, in one statement, whatever their number and depth. What the entities say of
 * their columns and relations is all it needs; the unit of work would take a statement for each relation and several
 * times the CPU.
 */

/** Of a relation, by its dotted path: the values that a column must have for a row to be shown. */
export type Only = Record<string, Scope>

export interface Tree<Entity extends object> {
  entity: EntityClass<Entity>
  selection: Selection
  /** Also rows that are soft-deleted. */
  withDeleted?: boolean | undefined
  only?: Only | undefined
  /** Whether many callers ask for just this: then each connection plans it once. */
  isCommon: boolean
}

/** The rows with these primary keys, in their order; one that is not there is left out. */
export async function readTrees<Entity extends object>(
  em: EntityManager,
  keys: readonly string[],
  tree: Tree<Entity>,
): Promise<object[]> {
  if (keys.length === 0) return []
  const { read, revival } = planOf(em.getMetadata().get(tree.entity), tree)
  const found = await read(em, [...keys])
  for (const row of found) revive(row.tree, revival)
  return found.map((row) => row.tree)
}

interface Found {
  tree: Row
}
type Row = Record<string, unknown>
type Read = (em: EntityManager, keys: readonly string[]) => Promise<Found[]>

interface Plan {
  read: Read
  revival: Revival
}

/** Of what many callers ask for: a selection of theirs is made once. */
const plans = new WeakMap<Selection, Map<string, Plan>>()

function planOf(meta: EntityMetadata, { selection, withDeleted = false, only, isCommon }: Tree<object>): Plan {
  const make = () => {
    const sql = new Writer(withDeleted, only ?? {}).trees(meta, selection)
    return { read: isCommon ? prepared(sql) : atOnce(sql), revival: revivalOf(meta, selection) }
  }
  if (!isCommon || only) return make()
  const made = plans.get(selection) ?? new Map<string, Plan>()
  plans.set(selection, made)
  const key = `${meta.className} ${withDeleted}`
  const plan = made.get(key) ?? make()
  made.set(key, plan)
  return plan
}

const common = new Map<string, Read>()

function prepared(sql: string): Read {
  const read = common.get(sql) ?? statement<Found>(sql)
  common.set(sql, read)
  return read
}

/** Callers may ask for any relations and columns: to keep a plan for each combination would be without end. */
const atOnce =
  (sql: string): Read =>
  (em, keys) =>
    unprepared(em, sql, [keys])

/** A relation on its way from a row to those it relates to. */
interface Edge {
  relation: EntityProperty
  /** The entity whose relation it is, and the alias of its row. */
  owner: EntityMetadata
  parent: string
  path: string
}

class Writer {
  readonly #withDeleted: boolean
  readonly #only: Only
  #aliases = 0

  constructor(withDeleted: boolean, only: Only) {
    this.#withDeleted = withDeleted
    this.#only = only
  }

  trees(meta: EntityMetadata, selection: Selection): string {
    const alias = this.#alias()
    const key = `${alias}.${quoted(primaryKey(meta))}`
    const type = primaryKeyOf(meta).runtimeType === 'string' ? 'text' : 'bigint'
    return `
      select ${row(`select ${this.#shown(meta, alias, selection, '')}`)} as tree
      from ${quoted(meta.tableName)} ${alias}
      join unnest((select $1::${type}[])) with ordinality as wanted(key, place) on wanted.key = ${key}::${type}
      where ${this.#condition(meta, alias, this.#only[''] ?? {})}
      order by wanted.place`
  }

  #alias(): string {
    this.#aliases += 1
    return `t${this.#aliases}`
  }

  #shown(meta: EntityMetadata, alias: string, selection: Selection, path: string): string {
    const columns = columnsRead(meta, selection).map((name) => `${alias}.${quoted(name)}`)
    const relations = relationsOf(meta, selection).map(
      ([relation, nested]) =>
        `${this.#related({ relation, owner: meta, parent: alias, path: `${path}${relation.name}` }, nested)} as ${quoted(relation.name)}`,
    )
    return [...columns, ...relations].join(', ')
  }

  #related({ relation, owner, parent, path }: Edge, selection: Selection): string {
    const target = relation.targetMeta as EntityMetadata
    const alias = this.#alias()
    const shown = `select ${this.#shown(target, alias, selection, `${path}.`)} from ${quoted(target.tableName)} ${alias}`
    const key = `${alias}.${quoted(primaryKey(target))}`
    const parentKey = `${parent}.${quoted(primaryKey(owner))}`
    const condition = this.#condition(target, alias, { ...selection.scope, ...this.#only[path] })
    const order = orderOf(relation, alias)
    switch (relation.kind) {
      case 'm:1':
        return row(`${shown} where ${key} = ${parent}.${quoted(relation.joinColumns[0] as string)} and ${condition}`)
      case '1:m': {
        const foreign = inverseOf(relation).joinColumns[0] as string
        return list(`${shown} where ${alias}.${quoted(foreign)} = ${parentKey} and ${condition}${order}`)
      }
      case '1:1': {
        const [near, far] = relation.owner
          ? [key, `${parent}.${quoted(relation.joinColumns[0] as string)}`]
          : [`${alias}.${quoted(inverseOf(relation).joinColumns[0] as string)}`, parentKey]
        return row(`${shown} where ${near} = ${far} and ${condition}`)
      }
      case 'm:n': {
        const pivot = this.#alias()
        const { table, near, far } = pivotOf(relation)
        return list(`
          ${shown} join ${quoted(table)} ${pivot} on ${pivot}.${quoted(far)} = ${key}
          where ${pivot}.${quoted(near)} = ${parentKey} and ${condition}${order}`)
      }
      default:
        throw new Error(`${relation.name} is a relation of a kind that cannot be read`)
    }
  }

  /** Which of the rows of a table are shown. */
  #condition(meta: EntityMetadata, alias: string, scope: Scope): string {
    const conditions = Object.entries(scope).map(([column, allowed]) => oneOf(`${alias}.${quoted(column)}`, allowed))
    if (!this.#withDeleted && isSoftDeleted(meta)) conditions.push(`${alias}.deleted_at is null`)
    return conditions.length > 0 ? conditions.join(' and ') : 'true'
  }
}

const primaryKey = (meta: EntityMetadata) => meta.primaryKeys[0] as string

const inverseOf = (relation: EntityProperty) =>
  relation.targetMeta?.properties[relation.mappedBy as never] as unknown as EntityProperty

/** The owner's word counts: that of the other side names the table of another relation where two have one name. */
function pivotOf(relation: EntityProperty): { table: string; near: string; far: string } {
  const owner = relation.mappedBy ? inverseOf(relation) : relation
  const [own, other] = [owner.joinColumns[0] as string, owner.inverseJoinColumns[0] as string]
  const [near, far] = relation.mappedBy ? [other, own] : [own, other]
  return { table: owner.pivotTable, near, far }
}

const isSoftDeleted = (meta: EntityMetadata): boolean => 'alive' in (meta.filters ?? {})

/** What a row of the entity has beside its relations; secrets are lazy and stay where they are. */
const storedColumns = (meta: EntityMetadata): EntityProperty[] =>
  meta.props.filter(({ kind, persist, lazy }) => kind === 'scalar' && persist !== false && !lazy)

const namesOfStored = new WeakMap<EntityMetadata, ReadonlySet<string>>()

/** Whether a column is read with the rows of the entity. */
export function isStored(meta: EntityMetadata, column: string): boolean {
  const names = namesOfStored.get(meta) ?? new Set(storedColumns(meta).map(({ name }) => name as string))
  namesOfStored.set(meta, names)
  return names.has(column)
}

/** The entity behind a relation that is stored; undefined of what the entity computes. */
export const targetOf = (meta: EntityMetadata, name: string): EntityMetadata | undefined =>
  typeof meta.prototype[name as never] === 'function'
    ? undefined
    : (meta.properties[name as never] as EntityProperty | undefined)?.targetMeta

/** In the order in which they are shown, where they are read for nothing else. */
const columnsRead = (meta: EntityMetadata, { columns, isReadAsShown }: Selection): string[] =>
  isReadAsShown ? [...columns] : storedColumns(meta).map(({ name }) => name)

/** Those that are stored: what the entity computes is a method of it. */
function relationsOf(meta: EntityMetadata, selection: Selection): [EntityProperty, Selection][] {
  const stored = Array.from(selection.relations).filter(([name]) => typeof meta.prototype[name as never] !== 'function')
  return stored.map(([name, nested]) => [meta.properties[(nested.listOf ?? name) as never] as EntityProperty, nested])
}

function orderOf({ orderBy }: EntityProperty, alias: string): string {
  const columns = [orderBy ?? []].flat().flatMap((order) => Object.entries(order))
  const sorted = columns.map(
    ([column, direction]) => `${alias}.${quoted(column)} ${direction === 'desc' ? 'desc' : 'asc'}`,
  )
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

/** What it takes to make of the JSON of a row the row that it was. */
interface Revival {
  /** Columns that are times. */
  dates: readonly string[]
  /** Where something is shown that the entity computes by a method. */
  prototype: object | undefined
  relations: readonly (readonly [name: string, Revival])[]
}

function revivalOf(meta: EntityMetadata, selection: Selection): Revival {
  const read = new Set(columnsRead(meta, selection))
  const dates = storedColumns(meta).filter(({ name, runtimeType }) => runtimeType === 'Date' && read.has(name))
  const shown = [...selection.columns, ...selection.relations.keys()]
  const isComputed = shown.some((name) => typeof meta.prototype[name as never] === 'function')
  return {
    dates: dates.map(({ name }) => name),
    prototype: isComputed ? meta.prototype : undefined,
    relations: relationsOf(meta, selection).map(
      ([{ name, targetMeta }, nested]) => [name, revivalOf(targetMeta as EntityMetadata, nested)] as const,
    ),
  }
}

/** A time that need not work out its ISO text: PostgreSQL has written it, but for its way to say UTC. */
class StoredTime extends Date {
  readonly #iso: string | undefined

  constructor(text: string) {
    super(text)
    if (WITH_MILLISECONDS.test(text)) this.#iso = `${text.slice(0, 23)}Z`
  }

  override toJSON(): string {
    return this.#iso ?? this.toISOString()
  }
}

const WITH_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/

/** Changes the row, and the rows in it. */
function revive(tree: Row, revival: Revival): void {
  for (const name of revival.dates) {
    const value = tree[name]
    if (typeof value === 'string') tree[name] = new StoredTime(value)
  }
  for (const [name, nested] of revival.relations) {
    const related = tree[name]
    if (Array.isArray(related)) for (const one of related) revive(one, nested)
    else if (related) revive(related as Row, nested)
  }
  if (revival.prototype) Object.setPrototypeOf(tree, revival.prototype)
}
