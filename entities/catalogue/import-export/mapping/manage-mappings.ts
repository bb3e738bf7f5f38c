import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, insertRow, lockRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { archiveRow } from '#entities/platform/archive/archive-row.ts'
import { ImportMapping } from './import-mapping.ts'
import { assertMapping, type MappedColumns, type TableMapping, titlesDigest } from './mapping-fields.ts'

export interface StoredMapping extends TableMapping {
  id: string
}

/** The mappings of the shop, by name. */
export const findMappings = (em: EntityManager): Promise<StoredMapping[]> => selectMappings(em)

/** Returns the mapping for a file with these titles, or undefined. */
export async function maybeMapping(em: EntityManager, titles: readonly string[]): Promise<StoredMapping | undefined> {
  const [found] = await selectByDigest(em, titlesDigest(titles))
  return found
}

/** Keeps the mapping for files with the same titles. It replaces an earlier one. `columns` has all titles of the file. */
export async function saveMapping(em: EntityManager, { name, columns }: TableMapping): Promise<StoredMapping> {
  assertMapping(columns)
  const digest = titlesDigest(Object.keys(columns))
  await lockDigest(em, digest)
  const row = await lockRow(em, ImportMapping, { digest })
  const { id } = row ? Object.assign(row, { name, columns }) : insertRow(em, ImportMapping, { name, columns, digest })
  return { id, name, columns }
}

/** @throws NotFound */
export async function deleteMapping(em: EntityManager, id: string): Promise<void> {
  const row = await lockRow(em, ImportMapping, { id })
  if (!row) throw new NotFound(`Import mapping with id: ${id} was not found`)
  await archiveRow(em, 'import_mapping', id)
  deleteRow(em, row)
}

interface MappingRow {
  id: string
  name: string
  columns: MappedColumns
}

const selectMappings = statement<MappingRow>('select id, name, columns from import_mapping order by lower(name), id')

const selectByDigest = statement<MappingRow>('select id, name, columns from import_mapping where digest = $1')

/** Two callers could otherwise insert the same titles. */
const lockDigest = statement('select pg_advisory_xact_lock(hashtextextended($1, 41))')
