import type { MikroORM } from '@mikro-orm/postgresql'
import { isSoftDeletable } from '#database/read/entity-metadata.ts'
import { FIELD_TABLES, type Field, type FieldTable, type OnDelete } from '#entities/platform/field/field.ts'
import { targetOf } from '#entities/platform/field/target-of.ts'
import { FIELD_ENTITIES } from '#server/plugin/install-fields.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'

/** A column of a field with the ids of rows. */
export interface FieldReference {
  /** The names in PostgreSQL. */
  table: string
  column: string
  target: string
  onDelete: OnDelete
  field: Field
  isSoftDeleted: boolean
  isTargetSoftDeleted: boolean
}

export const referencesOf = (orm: MikroORM, plugins: ShopParts['plugins']): FieldReference[] =>
  plugins.flatMap(({ fields }) =>
    FIELD_TABLES.flatMap((table) =>
      Object.entries(fields[table] ?? {}).flatMap(([name, field]) => referenceOf(orm, table, [name, field]) ?? []),
    ),
  )

export function referenceOf(
  orm: MikroORM,
  table: FieldTable,
  [column, field]: readonly [string, Field],
): FieldReference | undefined {
  const entity = targetOf(field)
  const { onDelete } = field.rules
  if (!entity || !onDelete) return undefined
  const from = orm.getMetadata(FIELD_ENTITIES[table])
  const target = orm.getMetadata(entity)
  return {
    table: from.tableName,
    column,
    target: target.tableName,
    onDelete,
    field,
    isSoftDeleted: isSoftDeletable(from),
    isTargetSoftDeleted: isSoftDeletable(target),
  }
}
