import { memo } from 'react'
import { common } from '#console/strings/common.ts'
import { RowLink } from '../page-link.tsx'
import type { Column, RowPage } from './column.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import classes from './virtual-table.module.css'

/** In pixels. The rows of a phone have space for two lines and a finger, and grow with their texts. */
export const ROW_HEIGHT = { wide: 32, phone: 52 }

interface Row {
  id: string
}

/** The same object in each render. */
export interface RowHandlers<Row> {
  open(row: Row): void
  toggle(id: string): void
}

interface ListRowProps {
  row: Row
  name: string
  /** The position in the list. */
  index: number
  /** Rows on phones report their heights to it. Without it, all rows have one height. */
  measure: React.RefCallback<HTMLTableRowElement> | undefined
  /** The distance to the top of the list in pixels. */
  top: number
  columns: readonly Column<Row>[]
  page: RowPage | undefined
  /** Undefined in a list without selection. */
  isSelected: boolean | undefined
  handlers: RowHandlers<Row>
}

/** A row of a list. It renders again only if its own values change. */
export const ListRow = memo(function ListRow({ row, columns, page, ...props }: ListRowProps) {
  const { name, index, measure, top, isSelected, handlers } = props
  const words = common.useWords()
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes.row}
      style={{
        transform: `translateY(${top}px)`,
        ...(measure ? { minHeight: ROW_HEIGHT.phone } : { height: ROW_HEIGHT.wide }),
      }}
      onClick={({ target, currentTarget }) => {
        // React also calls this for a click in a dialog of the row.
        if (!(target instanceof Element && currentTarget.contains(target))) return
        if (!target.closest('a, button, input, label')) handlers.open(row)
      }}
    >
      {isSelected !== undefined && (
        <td className={classes.select}>
          <RowCheckbox label={words.selectRow(name)} isChecked={isSelected} onToggle={() => handlers.toggle(row.id)} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={classes.cell} data-align={column.align}>
          {column.isLink && page ? (
            <RowLink to={page} params={{ id: row.id }}>
              {column.cell(row)}
            </RowLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
})
