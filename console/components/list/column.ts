import type { ReactNode } from 'react'

export interface Column<Row> {
  /** The name of the column in `order`, if the list can be sorted by it. */
  sort?: string
  key: string
  title: string
  cell(row: Row): ReactNode
  /** A width in CSS grid, such as `2fr` or `8rem`. Default: `1fr`. */
  width?: string
  align?: 'end'
  /** Columns that a phone does not show. */
  isWideOnly?: boolean
}
