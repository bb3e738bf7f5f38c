import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { ERASED_EMAIL, type PersonalOptions } from '#entities/base.ts'
import type { RowKey } from './customer-rows.ts'
import type { PersonalTable, TableColumn } from './personal-tables.ts'
import { inKeys, keyParameters, quoteName } from './row-sql.ts'

/** Clears the personal columns of the rows, or deletes the rows if the entity declares it. */
export async function eraseColumns(em: EntityManager, table: PersonalTable, keys: readonly RowKey[]): Promise<void> {
  if (keys.length === 0) return
  const parameters = keyParameters(table, keys)
  const name = quoteName(table.name)
  const erased = Array.from(table.personal).filter(([, { erasure }]) => erasure !== 'keep')
  if (erased.length === 0) return
  const deletesRows = erased.some(([, { erasure }]) => erasure === 'delete-row')
  const changes = erased.map(([column, options]) => changeOf(table, column, options)).join(', ')
  const sql = deletesRows ? `delete from ${name} t` : `update ${name} t set ${changes}`
  await statement(`${sql} where ${inKeys(table, 't')}`)(em, ...parameters)
}

function changeOf({ name, columns }: PersonalTable, column: string, options: PersonalOptions): string {
  const stored = columns.find((one) => one.name === column)
  if (!stored) throw new Error(`The table ${name} has no column ${column}`)
  return `${quoteName(column)} = ${erasedValue(stored, options)}`
}

function erasedValue(
  { name, type, isNullable, hasDefault }: TableColumn,
  { contains, keeps }: PersonalOptions,
): string {
  const value = `t.${quoteName(name)}`
  if (keeps) {
    const keys = keeps.map((key) => `'${key.replaceAll("'", "''")}'`).join(', ')
    return `case when jsonb_typeof(${value}) = 'object' then
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${value}) where key in (${keys})) else '{}' end`
  }
  if (isNullable) return 'null'
  if (type === 'jsonb') return `case jsonb_typeof(${value}) when 'array' then '[]'::jsonb else '{}'::jsonb end`
  if (hasDefault) return 'default'
  if (contains === 'email') return `'${ERASED_EMAIL}'`
  return type.endsWith('[]') ? "'{}'" : "'erased'"
}
