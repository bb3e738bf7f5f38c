import type { DryRun } from '#client/index.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import type { en as statusWords } from '#console/strings/order-statuses.ts'
import type { en } from '#console/strings/preview.ts'
import type { TableColumn, TableName } from '#routers/pipeline/dry-run/dry-run.ts'

export type Change = DryRun<unknown>['changes'][number]

export const isRowOf = ({ table }: Change, name: TableName): boolean => table === name

/** The value of a column in a row. Undefined if the column has not changed. */
export const valueIn = (row: Change['after'], column: TableColumn): unknown =>
  row?.[column.slice(column.indexOf('.') + 1)]

/** Describes the change of a column: the value before, and the value after. */
export type ColumnLine = (was: unknown, is: unknown) => string

/** A line for each changed column that has a text. */
export function columnLines(
  { table, before, after }: Change,
  lines: Partial<Record<TableColumn, ColumnLine>>,
): string[] {
  const known: Readonly<Record<string, ColumnLine>> = lines
  return Object.entries(after ?? {}).flatMap(
    ([column, is]) => known[`${table}.${column}`]?.(before?.[column], is) ?? [],
  )
}

export interface LineContext {
  words: Translation<typeof en>
  statuses: Translation<typeof statusWords>
  /** Default: the currency of the page. */
  money(amount: number, currency?: string): string
  /** The name of a line item, a variant or a price by its ID. */
  nameOf(id: string): string | undefined
  /** The currency of a price by its ID. */
  currencyOf(id: string): string | undefined
  /** Whether the value of the discount is a percentage. */
  isPercentage: boolean
}
