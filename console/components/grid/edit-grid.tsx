import { VisuallyHidden } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import classes from './edit-grid.module.css'
import type { GridColumn, GridRow } from './grid-column.ts'
import type { GridForm } from './grid-form.ts'
import { GridLine } from './grid-line.tsx'
import { useGridCells } from './use-grid-cells.ts'

interface EditGridProps<Row extends GridRow> {
  label: string
  rows: readonly Row[]
  /** The first column names the row and stays on the screen. */
  columns: readonly GridColumn<Row>[]
  form: GridForm
}

const LINE_HEIGHT = 38

/**
 * A table whose cells are edited as in a spreadsheet: the arrow keys move between cells, Shift selects several, and cells are
 * copied from and to other programs. It renders only the rows near the screen.
 */
export function EditGrid<Row extends GridRow>({ label, rows, columns, form }: EditGridProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    initialRect: { width: 1000, height: 700 },
  })
  const cells = useGridCells({ frame, rows, columns, form, scrollTo: (row) => virtual.scrollToIndex(row) })
  const items = virtual.getVirtualItems()
  const first = items[0]?.start ?? 0
  const rest = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div ref={frame} className={classes.frame} {...cells.handlers}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells are inputs
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        className={classes.table}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ key, title, width, align, hidesTitle }) => (
              <th key={key} scope="col" data-align={align} style={{ '--width': `${width}rem` } as React.CSSProperties}>
                {hidesTitle ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden style={{ height: first }} />}
          {items.map(({ index }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <GridLine
                key={row.id}
                row={row}
                index={index}
                columns={columns}
                form={form}
                values={form.getValues().rows[row.id]}
                errors={errorsOf(form, row.id)}
                selection={cells.selectionIn(index)}
                measure={virtual.measureElement}
              />
            )
          })}
          {rest > 0 && <tr aria-hidden style={{ height: rest }} />}
        </tbody>
      </table>
    </div>
  )
}

const errorsOf = ({ errors }: GridForm, id: string) =>
  Object.entries(errors).filter(([path, error]) => error && path.startsWith(`rows.${id}.`))
