import { type Metadata, mergeMetadata } from '../base.ts'

/** Changes to a row. An undefined value keeps the current value. */
export type Changes<Row> = { [Column in keyof Row]?: Row[Column] | null | undefined }

/** Merges `metadata` instead of replacing it. A null `metadata` changes nothing. */
export function applyChanges<Row extends object>(row: Row, changes: Changes<Row>): void {
  for (const [column, value] of Object.entries(changes)) {
    if (value === undefined) continue
    if (column === 'metadata') changeMetadata(row as { metadata: Metadata | null }, value as Metadata | null)
    else (row as Record<string, unknown>)[column] = value
  }
}

function changeMetadata(row: { metadata: Metadata | null }, value: Metadata | null): void {
  if (value === null) return
  row.metadata = mergeMetadata(row.metadata, value)
}
