import type { MikroORM } from '@mikro-orm/postgresql'
import { FIELD_TABLES, type Field } from '#entities/platform/field/field.ts'
import { columnTypesOf } from '#entities/platform/field/installed-fields.ts'
import { FIELD_ENTITIES } from '#server/plugin/install-fields.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'

interface Column {
  name: string
  type: string
  is_nullable: boolean
  has_default: boolean
}

/** Returns one line for each column that has another type or nullability than the field of a plugin. */
export async function unfitColumns(orm: MikroORM, plugins: ShopParts['plugins']): Promise<string[]> {
  const rows = await orm.em.fork().execute<Column[]>(`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as is_nullable,
      a.atthasdef as has_default
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
      and not a.attisdropped`)
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
  const types = columnTypesOf(field)
  if (!types.includes(type))
    return `has the type ${type}, and field.${field.type}() needs ${types[0]}. Change it in a migration.`
  if (field.default === undefined && !is_nullable)
    return 'is not null, and its field has no default. Drop the constraint in a migration, or give the field a default.'
  if (field.default !== undefined && (is_nullable || !has_default))
    return 'is not `not null default …`, and its field has a default. Change it in a migration.'
  return undefined
}
