import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '#console/strings/common.ts'
import type { Column } from './column.ts'

/** Adds a column with the buttons of each row, if rows have buttons. */
export function useColumnsWithButtons<Row>(
  columns: readonly Column<Row>[],
  buttons: ((row: Row) => ReactNode) | undefined,
  width?: string,
): readonly Column<Row>[] {
  const { actions } = common.useWords()
  if (!buttons) return columns
  const cell = (row: Row) => (
    <Group gap={6} justify="flex-end">
      {buttons(row)}
    </Group>
  )
  return [...columns, { key: 'actions', title: actions, align: 'end', ...(width ? { width } : {}), cell }]
}
