import type { EntityManager } from '@mikro-orm/postgresql'
import { targetOf } from '#entities/platform/field/target-of.ts'
import type { CsvColumn } from '../product-csv/entity-columns.ts'
import { importedProductColumns, importedVariantColumns } from './columns-sql.ts'

/** Returns SQL that finds fields which name rows that do not exist. Each missing row is reported once, in its first line. */
export const relationChecks = (em: EntityManager): string[] => [
  ...importedProductColumns().flatMap((column) => checkOf(em, 'product', column)),
  ...importedVariantColumns().flatMap((column) => checkOf(em, 'variant', column)),
]

function checkOf(em: EntityManager, of: 'product' | 'variant', { name, title, field }: CsvColumn): string[] {
  const entity = field && targetOf(field)
  if (!entity) return []
  const { tableName, filters, primaryKeys } = em.getMetadata(entity)
  const alive = 'alive' in filters ? 'and t.deleted_at is null' : ''
  const id = `r.${of}->>'${name}'`
  return [
    `select min(r.line), format('${title} names a row that does not exist: %s', ${id}),
       jsonb_build_object('name', 'cell_not_valid', 'column', '${title}')
     from import_row r
     where ${id} is not null and not exists (select from "${tableName}" t where t."${primaryKeys[0]}" = ${id} ${alive})
     group by ${id}`,
  ]
}
