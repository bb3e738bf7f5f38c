import type { MikroORM } from '@mikro-orm/postgresql'
import { FIELD_TABLES, type Field } from '#entities/platform/field/field.ts'
import { columnTypesOf } from '#entities/platform/field/installed-fields.ts'
import { FIELD_ENTITIES } from '#server/plugin/install-fields.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { type FieldReference, referenceOf } from './field-references.ts'

interface Column {
  name: string
  type: string
  is_nullable: boolean
  has_default: boolean
  has_index: boolean
  /** The foreign key: its table, and `n` if a deletion clears the column. */
  target: string | null
  on_delete: string | null
}

/** Returns one line for each column that has another type, nullability, foreign key or index than the field of a plugin needs. */
export async function unfitColumns(orm: MikroORM, plugins: ShopParts['plugins']): Promise<string[]> {
  const rows = await orm.em.fork().execute<Column[]>(`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as is_nullable,
      a.atthasdef as has_default, f.confrelid::regclass::text as target, f.confdeltype as on_delete,
      exists (select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum and i.indisvalid) as has_index
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
      and not a.attisdropped`)
  const columns = new Map(rows.map((row) => [row.name, row]))
  return plugins.flatMap((plugin) =>
    FIELD_TABLES.flatMap((table) => {
      const { tableName } = orm.getMetadata().get(FIELD_ENTITIES[table])
      return Object.entries(plugin.fields[table] ?? {}).flatMap(([name, field]) => {
        const column = columns.get(`${tableName}.${name}`)
        const reference = referenceOf(orm, table, [name, field])
        const problem = column && (problemOf(column, field) ?? (reference && problemOfReference(column, reference)))
        return problem ? [`The column ${column.name} of the plugin ${plugin.name} ${problem}`] : []
      })
    }),
  )
}

/** Returns the way to add each column of a field, by names such as `product.care_label`. */
export const additionsOf = (orm: MikroORM, plugins: ShopParts['plugins']): ReadonlyMap<string, string> =>
  new Map(
    plugins.flatMap((plugin) =>
      FIELD_TABLES.flatMap((table) =>
        Object.entries(plugin.fields[table] ?? {}).map(([name, field]) => {
          const { tableName } = orm.getMetadata().get(FIELD_ENTITIES[table])
          const sql = additionSqlOf(tableName, [name, field], referenceOf(orm, table, [name, field]))
          return [`${tableName}.${name}`, `Add a migration to the plugin ${plugin.name}: ${sql}`] as const
        }),
      ),
    ),
  )

function additionSqlOf(
  table: string,
  [name, field]: readonly [string, Field],
  reference: FieldReference | undefined,
): string {
  const constraint = reference ? ` ${keySqlOf(reference)}` : field.default === undefined ? '' : ' not null default …'
  const index = reference ? `; ${indexSqlOf(reference)}` : ''
  return `alter table "${table}" add "${name}" ${columnTypesOf(field)[0]}${constraint}${index}`
}

function problemOf({ type, is_nullable, has_default }: Column, field: Field): string | undefined {
  const types = columnTypesOf(field)
  if (!types.includes(type))
    return `has the type ${type}, and field.${field.type}() needs ${types[0]}. Change it in a migration.`
  if (field.default === undefined && !is_nullable)
    return 'is not null, and its field has no default. Drop the constraint in a migration, or give the field a default.'
  if (field.default !== undefined && (is_nullable || !has_default))
    return 'is not `not null default …`, and its field has a default. Change it in a migration.'
  return undefined
}

function problemOfReference({ target, on_delete, has_index }: Column, reference: FieldReference): string | undefined {
  const { table, column, onDelete } = reference
  const isKey = target?.replaceAll('"', '') === reference.target && (on_delete === 'n') === (onDelete === 'clear')
  if (!isKey)
    return `needs ${target ? 'another' : 'a'} foreign key. Add to a migration: alter table "${table}" add foreign key ("${column}") ${keySqlOf(reference)}`
  if (!has_index) return `needs an index. Add to a migration: ${indexSqlOf(reference)}`
  return undefined
}

const keySqlOf = ({ target, onDelete }: FieldReference): string =>
  `references "${target}" on delete ${onDelete === 'clear' ? 'set null' : 'restrict'}`

const indexSqlOf = ({ table, column }: FieldReference): string => `create index on "${table}" ("${column}")`
