import { Group, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './row-table.module.css'

interface RowColumn<Row> {
  key: string
  title: string
  cell(row: Row): ReactNode
  align?: 'end'
  /** Columns that a phone does not show. */
  isWideOnly?: boolean
}

interface RowTableProps<Row> {
  /** A name for screen readers. */
  label: string
  rows: readonly Row[]
  columns: readonly RowColumn<NoInfer<Row>>[]
  /** The text without rows. */
  empty: string
  idOf?: (row: NoInfer<Row>) => string
}

/** A short table without search. `ListScreen` is for lists that grow. */
export function RowTable<Row extends { id: string }>({
  label,
  rows,
  columns,
  empty,
  idOf = ({ id }) => id,
}: RowTableProps<Row>) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="var(--quiet)" p="lg">
        {empty}
      </Text>
    )
  return (
    <Table aria-label={label} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ key, title, align, isWideOnly }) => (
            <Table.Th key={key} scope="col" data-align={align} data-wide-only={isWideOnly}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={idOf(row)}>
            {columns.map(({ key, cell, align, isWideOnly }) => (
              <Table.Td key={key} data-align={align} data-wide-only={isWideOnly}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The buttons at the end of a row. */
export function RowButtons({ children }: { children: ReactNode }) {
  return (
    <Group gap={6} justify="flex-end">
      {children}
    </Group>
  )
}
