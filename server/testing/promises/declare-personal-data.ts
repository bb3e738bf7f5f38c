import { FIELD_TABLES, type FieldType, TABLES_OF_CUSTOMERS } from '#entities/platform/field/field.ts'
import { findUndeclaredColumns } from '#entities/privacy/find-undeclared-columns.ts'
import { FIELD_ENTITIES } from '#server/plugin/install-fields.ts'
import { runShop } from '../run-shop.ts'
import { filledDatabaseOf } from './filled-database.ts'
import { tablesOf } from './plugin-tables.ts'
import type { Subject } from './subject.ts'

/** Texts are found by their columns. */
const MAY_BE_PERSONAL = new Set<FieldType>(['date', 'datetime', 'list', 'json', 'relation', 'file'])

/** Returns the columns of the plugin that may have personal data of customers and declare nothing. */
export async function findUndeclaredPersonalData(subject: Subject): Promise<string[]> {
  const { name } = await filledDatabaseOf(subject)
  await using shop = await runShop(subject.parts, name, { logger: subject.faults.logger })
  const metadata = shop.orm.getMetadata()
  const tables = new Set(tablesOf(shop.orm, subject.plugin))
  const fields = new Set(
    FIELD_TABLES.flatMap((table) =>
      Object.keys(subject.plugin.fields?.[table] ?? {}).map(
        (field) => `${metadata.get(FIELD_ENTITIES[table]).tableName}.${field}`,
      ),
    ),
  )
  const entities = [...metadata.getAll().values()].filter(({ pivotTable }) => !pivotTable)
  const times = TABLES_OF_CUSTOMERS.flatMap((table) =>
    Object.entries(subject.plugin.fields?.[table] ?? {})
      .filter(([, { type, personal }]) => MAY_BE_PERSONAL.has(type) && personal === undefined)
      .map(([field]) => `${metadata.get(FIELD_ENTITIES[table]).tableName}.${field}`),
  )
  return [...new Set([...findUndeclaredColumns(entities), ...times])]
    .filter((column) => fields.has(column) || tables.has(column.split('.')[0] ?? ''))
    .map(
      (column) =>
        `${column} does not declare whether it is personal. Its name, its type or a relation to a customer, cart or order suggests it. Declare a field with personal: true or personal: false, and use personal(column) or notPersonal(column). With personal(column, { erasure: 'delete-row' }), the erasure of a customer deletes the row.`,
    )
}
