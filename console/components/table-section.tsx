import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from './list/column.ts'
import { useColumnsWithButtons } from './list/columns-with-buttons.tsx'
import { missingRightOf } from './missing-right-of.ts'
import { Section } from './section.tsx'
import { ErrorState, LoadingLines } from './states.tsx'
import classes from './table-section.module.css'

interface TableSectionProps<Row> {
  /** The title, and the name of the table for screen readers. */
  title: string
  /** Buttons at the end of the title. */
  actions?: ReactNode
  error?: unknown
  /** Undefined while they load. */
  rows: readonly Row[] | undefined
  columns: readonly Omit<Column<NoInfer<Row>>, 'sort' | 'isLink' | 'width'>[]
  /** The buttons at the end of a row. */
  buttons?: (row: NoInfer<Row>) => ReactNode
  /** The text without rows. */
  empty: string
  /** Shows each row as lines with the titles of the columns on phones, for tables with many columns. */
  isStacked?: boolean
}

/** A section with a short table without search. `ListScreen` is for lists that grow. */
export function TableSection<Row extends { id: string }>(props: TableSectionProps<Row>) {
  const { title, actions, error, rows } = props
  if (missingRightOf(error)) return null
  return (
    <Section title={title} actions={actions} isFlush>
      {error ? <ErrorState error={error} /> : !rows && <LoadingLines lines={2} />}
      {rows && <RowTable {...props} rows={rows} />}
    </Section>
  )
}

export function RowTable<Row extends { id: string }>({
  title,
  rows,
  columns: data,
  buttons,
  empty,
  isStacked = false,
}: Omit<TableSectionProps<Row>, 'rows'> & { rows: readonly Row[] }) {
  const columns = useColumnsWithButtons(data, buttons)
  if (rows.length === 0)
    return (
      <Text size="sm" c="var(--quiet)" p="lg">
        {empty}
      </Text>
    )
  return (
    <table aria-label={title} className={classes.table} data-stacked={isStacked}>
      <thead>
        <tr>
          {columns.map(({ key, title, align, isWideOnly }) => (
            <th key={key} scope="col" data-align={align} data-wide-only={isWideOnly}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map((column) => (
              <td
                key={column.key}
                data-align={column.align}
                data-wide-only={column.isWideOnly}
                data-title={column.title}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
