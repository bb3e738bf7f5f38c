import type { EntityManager, EntityMetadata, EntityProperty, MetadataStorage } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { PersonalDeclaration, PersonalOptions } from '#entities/base.ts'
import { type PluginRecord, readPluginRecords } from './plugin-records.ts'

/** A table whose rows can belong to a customer. */
export interface PersonalTable {
  name: string
  key: readonly TableColumn[]
  columns: readonly TableColumn[]
  personal: ReadonlyMap<string, PersonalOptions>
  /** Columns that no answer shows, such as the hash of a password. */
  hidden: ReadonlySet<string>
  /** References to other personal tables. */
  links: readonly Link[]
}

export interface TableColumn {
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
}

export interface Link {
  column: string
  target: string
}

export const declarationOf = (property: EntityProperty): PersonalDeclaration | undefined =>
  (property as EntityProperty & { personal?: PersonalDeclaration }).personal

/** Returns the tables whose entities, or removed plugins, declare personal columns. Links are foreign keys of PostgreSQL and relations of entities. */
export async function readPersonalTables(em: EntityManager): Promise<ReadonlyMap<string, PersonalTable>> {
  const declared = withRecords(declaredTables(em.getMetadata()), await readPluginRecords(em))
  const rows = await selectTables(em, [...declared.keys()])
  const found = new Set(rows.map(({ name }) => name))
  return new Map(
    rows.map(({ name, key, columns, links }) => {
      const declarations = withFound(declared.get(name) as Declarations, { columns, tables: found })
      const keys = (links ?? []).filter(({ column }) => !isRelationOfPlugin(em, name, column))
      const keyColumns = key.map((column) => columns.find((one) => one.name === column) as TableColumn)
      return [name, { name, columns, key: keyColumns, ...declarations, links: mergeLinks(keys, declarations.links) }]
    }),
  )
}

/**
 * A relation of a plugin on a table of the core does not make its rows belong to a customer: an order that names its salesman belongs to
 * the buyer. A removed plugin leaves columns that the entity lacks.
 */
function isRelationOfPlugin(em: EntityManager, table: string, column: string): boolean {
  const meta = [...em.getMetadata().getAll().values()].find(({ tableName }) => tableName === table)
  const property = meta?.props.find(({ fieldNames }) => fieldNames?.[0] === column)
  return meta !== undefined && (!property || 'reference' in property)
}

type Declarations = Pick<PersonalTable, 'personal' | 'hidden' | 'links'>

function declaredTables(metadata: MetadataStorage): Map<string, Declarations> {
  const tables = Array.from(metadata.getAll().values(), (meta) => [meta.tableName, declarationsOf(meta)] as const)
  const withData = tables.filter(([, { personal }]) => personal.size > 0)
  const names = new Set(withData.map(([name]) => name))
  return new Map(
    withData.map(([name, table]) => [name, { ...table, links: table.links.filter(({ target }) => names.has(target)) }]),
  )
}

export function declarationsOf({ props }: Pick<EntityMetadata, 'props'>): Declarations {
  const personal = props.flatMap((property) => {
    const declaration = declarationOf(property)
    return declaration && declaration !== 'not personal'
      ? [[property.fieldNames[0] as string, declaration] as const]
      : []
  })
  const hidden = props.filter((property) => property.hidden).map(({ fieldNames }) => fieldNames[0] as string)
  return { personal: new Map(personal), hidden: new Set(hidden), links: props.flatMap(linkOf) }
}

/** Adds the columns that only a record has: those of a plugin that the shop lacks. */
function withRecords(
  declared: ReadonlyMap<string, Declarations>,
  records: readonly PluginRecord[],
): ReadonlyMap<string, Declarations> {
  const merged = new Map(declared)
  for (const { name, personal, hidden, links } of records.flatMap(({ tables }) => tables)) {
    const known = merged.get(name) ?? { personal: new Map(), hidden: new Set(), links: [] }
    const recorded = personal.map(({ column, options }) => [column, options] as const)
    merged.set(name, {
      personal: new Map([...recorded, ...known.personal]),
      hidden: new Set([...known.hidden, ...hidden]),
      links: mergeLinks(known.links, links),
    })
  }
  return merged
}

/** A removed plugin may have dropped its columns and tables, and a record may link to tables without personal columns. */
function withFound(
  { personal, hidden, links }: Declarations,
  { columns, tables }: { columns: readonly TableColumn[]; tables: ReadonlySet<string> },
): Declarations {
  const names = new Set(columns.map(({ name }) => name))
  return {
    hidden,
    personal: new Map(Array.from(personal).filter(([name]) => names.has(name))),
    links: links.filter(({ column, target }) => names.has(column) && tables.has(target)),
  }
}

/** Some relations have no foreign key in PostgreSQL. */
function linkOf({ kind, owner, joinColumns, targetMeta }: EntityProperty): Link[] {
  const isReference = kind === 'm:1' || (kind === '1:1' && owner)
  const [column] = joinColumns ?? []
  return isReference && column && targetMeta ? [{ column, target: targetMeta.tableName }] : []
}

const mergeLinks = (links: readonly Link[], others: readonly Link[]): Link[] => [
  ...links,
  ...others.filter((other) => !links.some(({ column, target }) => column === other.column && target === other.target)),
]

const selectTables = statement<{ name: string; key: string[]; columns: TableColumn[]; links: Link[] | null }>(`
  select t.relname as name,
    (select json_agg(a.attname order by array_position(i.indkey::smallint[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = t.oid and i.indisprimary) as key,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'isNullable', not a.attnotnull, 'hasDefault', a.atthasdef) order by a.attnum)
      from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(json_build_object('column', a.attname, 'target', target.relname) order by a.attnum)
      from pg_constraint f
      join pg_class target on target.oid = f.confrelid and target.relname = any($1::text[])
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
      where f.conrelid = t.oid and f.contype = 'f' and cardinality(f.conkey) = 1) as links
  from pg_class t
  where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and t.relname = any($1::text[])
  order by t.relname`)
