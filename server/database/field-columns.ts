import type { MikroORM } from '@mikro-orm/postgresql'
import { FIELD_TABLES, type Field, type FieldType } from '#entities/platform/field/field.ts'
import { FIELD_ENTITIES } from '#server/plugin/install-fields.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'

const COLUMN_TYPES: Readonly<Record<FieldType, readonly string[]>> = {
  text: ['text', 'character varying'],
  integer: ['integer'],
  number: ['double precision'],
  boolean: ['boolean'],
  datetime: ['timestamp with time zone'],
}

interface Column {
  name: string
  type: string
  is_nullable: boolean
  has_default: boolean
}

/** Returns one line for each column that has another type or nullability than the field of a plugin. */
export async function unfitColumns(orm: MikroORM, plugins: ShopParts['plugins']): Promise<string[]> {
  const rows = await orm.em.fork().execute<Column[]>(`
    select table_name || '.' || column_name as name, data_type as type, is_nullable = 'YES' as is_nullable,
      column_default is not null as has_default
    from information_schema.columns where table_schema = current_schema()`)
  const columns = new Map(rows.map((row) => [row.name, row]))
  return plugins.flatMap((plugin) =>
    FIELD_TABLES.flatMap((table) => {
      const { tableName } = orm.getMetadata().get(FIELD_ENTITIES[table])
      return Object.entries(plugin.fields[table] ?? {}).flatMap(([name, field]) => {
        const column = columns.get(`${tableName}.${name}`)
        const problem = column && problemOf(column, field)
        return problem ? [`The column ${column.name} of the plugin ${plugin.name} ${problem}`] : []
      })
    }),
  )
}

function problemOf({ type, is_nullable, has_default }: Column, field: Field): string | undefined {
  const types = COLUMN_TYPES[field.type]
  if (!types.includes(type))
    return `has the type ${type}, and field.${field.type}() needs ${types[0]}. Change it in a migration.`
  if (field.default === undefined && !is_nullable)
    return 'is not null, and its field has no default. Drop the constraint in a migration, or give the field a default.'
  if (field.default !== undefined && (is_nullable || !has_default))
    return 'is not `not null default …`, and its field has a default. Change it in a migration.'
  return undefined
}
