import type { ReactNode } from 'react'

export interface GridRow {
  id: string
  /** Names the row for screen readers. */
  name: string
}

/** The kind of values of a cell. */
export type CellKind =
  | { type: 'text' }
  | { type: 'amount'; currency: string }
  | { type: 'whole'; min?: number | null }
  | { type: 'choice'; options: readonly { value: string; label: string }[] }

/** Undefined without a currency, so the cell cannot be edited. */
export const amountIn = (currency: string | undefined): CellKind | undefined =>
  currency === undefined ? undefined : { type: 'amount', currency }

export interface GridColumn<Row extends GridRow> {
  /** The path of the value in the values of a row, such as `prices.eur`. */
  key: string
  title: string
  /** Whether only screen readers read the title. */
  hidesTitle?: boolean
  /** Numbers end at the same place. */
  align?: 'end'
  /** In rem. */
  width: number
  /** The name of a cell for screen readers. */
  nameOf(row: Row): string
  /** Undefined for a cell that cannot be edited. */
  kindOf?(row: Row): CellKind | undefined
  /** The text of an empty cell. */
  placeholderOf?(row: Row): string
  /** The content of a cell without a kind. */
  show?(row: Row): ReactNode
}

/** A cell by its place in the grid. */
export interface CellPlace {
  row: number
  column: number
}

/** The cells between two corners, both included. */
export interface CellRange {
  from: CellPlace
  to: CellPlace
}

export const rangeOf = (one: CellPlace, other: CellPlace): CellRange => ({
  from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
  to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
})

export const isOneCell = ({ from, to }: CellRange): boolean => from.row === to.row && from.column === to.column

export const cellPath = (id: string, key: string): string => `rows.${id}.${key}`
