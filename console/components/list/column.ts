import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The path of the pages of rows. */
export type RowPage = Extract<LinkProps['to'], `${string}/$id`>

export interface Column<Row> {
  /** The name of the column in `order`, if the list can be sorted by it. */
  sort?: string
  key: string
  title: string
  cell(row: Row): ReactNode
  /** Whether the cell is a link to the page of the row. */
  isLink?: boolean
  /** A width in CSS grid, such as `2fr` or `8rem`. Default: `1fr`. */
  width?: string
  align?: 'end'
  /** Columns that a phone does not show until the user chooses them. */
  isWideOnly?: boolean
  /** Columns that a list does not show until the user chooses them. */
  isOptional?: boolean
}
