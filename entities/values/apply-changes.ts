import { type Metadata, mergeMetadata } from '../base.ts'

/** New values for some columns of a row; what is undefined is not given. */
export type Changes<Row> = { [Column in keyof Row]?: Row[Column] | null | undefined }

/**
 * Gives the row its new values; everything that is not given stays. Metadata is merged into what is there: `''` takes a
 * key away, no metadata (null) changes nothing. A null that a column does not take is refused by the database.
 */
export function applyChanges<Row extends object>(row: Row, changes: Changes<Row>): void {
  for (const [column, value] of Object.entries(changes)) {
    if (value === undefined) continue
    if (column === 'metadata') changeMetadata(row as { metadata: Metadata | null }, value as Metadata | null)
    else (row as Record<string, unknown>)[column] = value
  }
}

function changeMetadata(row: { metadata: Metadata | null }, given: Metadata | null): void {
  if (given === null) return
  row.metadata = mergeMetadata(row.metadata, given)
}
