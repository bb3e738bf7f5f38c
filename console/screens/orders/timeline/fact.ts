export type FactKind = 'order' | 'money' | 'stock' | 'return' | 'edit' | 'mail' | 'note' | 'canceled'

/** Something that happened to an order: a date column of a row that was set. */
export interface Fact {
  kind: FactKind
  at: Date
  text: string
  /** The ID of the row, which the audit log contains. */
  row: string
  column: string
  detail?: string | undefined
  /** The name of the user. */
  by?: string | undefined
  /** The address of a notification. */
  mailTo?: string | undefined
}

type Dated<Column extends string> = { id: string } & { [Name in Column]?: Date | null | undefined }

/** Returns one fact, or no fact if the column is empty. */
export function fact<Column extends string>(
  row: Dated<Column>,
  column: Column,
  values: Omit<Fact, 'at' | 'row' | 'column'>,
): Fact[] {
  const at = row[column]
  return at ? [{ at, row: row.id, column, ...values }] : []
}
