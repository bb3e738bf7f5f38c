import { type Metadata, mergeMetadata } from '../base.ts'

/** Changes to a row. An undefined value keeps the current value. */
export type Changes<Row> = { [Column in keyof Row]?: Row[Column] | null | undefined }

/** Merges `metadata` instead of replacing it, and adds the numbers in `adjust`. A null `metadata` changes nothing. */
export function applyChanges<Row extends object>(row: Row, changes: Changes<Row>): void {
  for (const [column, value] of Object.entries(changes)) {
    if (value === undefined || column === 'adjust') continue
    if (column === 'metadata') changeMetadata(row as { metadata: Metadata | null }, value as Metadata | null)
    else (row as Record<string, unknown>)[column] = value
  }
  adjustColumns(row, changes)
}

/** Adds the numbers in `adjust` to the columns of a locked row. A column without a value counts as 0. */
export function adjustColumns(row: object, changes: object): void {
  for (const [column, change] of Object.entries(adjustmentsIn(changes)))
    Reflect.set(row, column, Number(Reflect.get(row, column) ?? 0) + change)
}

/** The relative changes of an input, by column. The schema of the input has checked the names and the numbers. */
export const adjustmentsIn = (changes: object): Readonly<Record<string, number>> =>
  'adjust' in changes && typeof changes.adjust === 'object' && changes.adjust !== null
    ? Object.fromEntries(Object.entries(changes.adjust).filter(([, change]) => change !== undefined))
    : {}

function changeMetadata(row: { metadata: Metadata | null }, value: Metadata | null): void {
  if (value === null) return
  row.metadata = mergeMetadata(row.metadata, value)
}
