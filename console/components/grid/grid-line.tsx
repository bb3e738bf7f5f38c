import { memo, type ReactNode } from 'react'
import classes from './edit-grid.module.css'
import { GridCell } from './grid-cell.tsx'
import { cellPath, type GridColumn, type GridRow } from './grid-column.ts'
import type { GridForm } from './grid-form.ts'

interface GridLineProps {
  row: GridRow
  index: number
  columns: readonly GridColumn<GridRow>[]
  form: GridForm
  values: object | undefined
  errors: readonly (readonly [path: string, error: ReactNode])[]
  /** The first and the last selected column, or undefined. */
  selection: readonly [from: number, to: number] | undefined
  measure(node: Element | null): void
}

function Line({ row, index, columns, form, selection, measure }: GridLineProps) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      {columns.map((column, at) => {
        const kind = column.kindOf?.(row)
        const isSelected = selection && at >= selection[0] && at <= selection[1]
        const Cell = at === 0 ? 'th' : 'td'
        return (
          <Cell
            key={column.key}
            {...(at === 0 ? { scope: 'row' } : {})}
            data-cell={`${index}:${at}`}
            data-align={column.align}
            data-selected={isSelected || undefined}
            aria-selected={Boolean(isSelected)}
            aria-colindex={at + 1}
            className={classes.cell}
          >
            {kind ? (
              <GridCell
                kind={kind}
                name={column.nameOf(row)}
                placeholder={column.placeholderOf?.(row)}
                input={form.getInputProps(cellPath(row.id, column.key))}
              />
            ) : (
              column.show?.(row)
            )}
          </Cell>
        )
      })}
    </tr>
  )
}

/** A row of a grid. It renders again only if its own values, errors or selection change. */
export const GridLine = memo(
  Line,
  (one, other) =>
    one.row === other.row &&
    one.index === other.index &&
    one.columns === other.columns &&
    JSON.stringify([one.values, one.errors, one.selection]) ===
      JSON.stringify([other.values, other.errors, other.selection]),
) as <Row extends GridRow>(
  props: Omit<GridLineProps, 'row' | 'columns'> & { row: Row; columns: readonly GridColumn<Row>[] },
) => ReactNode
