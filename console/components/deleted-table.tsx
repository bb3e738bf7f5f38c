import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '#console/app/permissions.ts'
import { products } from '#console/strings/products.ts'
import type { Column } from './list/column.ts'
import { TableSection } from './table-section.tsx'
import { Time } from './time.tsx'

interface DeletedRow {
  id: string
  title: string
  deleted_at: Date
}

interface DeletedTableProps<Row extends DeletedRow> {
  title: string
  hint: ReactNode
  error: unknown
  rows: readonly Row[] | undefined
  columns: readonly Omit<Column<NoInfer<Row>>, 'sort' | 'isLink' | 'width'>[]
  empty: string
  /** The procedure that restores a row. */
  needs: 'products.restore' | 'deletedRows.restore'
  /** Of the row that is being restored. */
  busyId: string | undefined
  onRestore(row: NoInfer<Row>): void
}

/** Rows that were deleted in the last days, to restore them. */
export function DeletedTable<Row extends DeletedRow>({
  hint,
  columns,
  needs,
  busyId,
  onRestore,
  ...table
}: DeletedTableProps<Row>) {
  const { restore, deletedAt } = products.useWords()
  const may = useMay()
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {hint}
      </Text>
      <TableSection
        {...table}
        columns={[
          ...columns,
          { key: 'deleted_at', title: deletedAt, cell: ({ deleted_at }) => <Time at={deleted_at} /> },
        ]}
        buttons={(row) =>
          may(needs) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${restore}: ${row.title}`}
              loading={busyId === row.id}
              onClick={() => onRestore(row)}
            >
              {restore}
            </Button>
          )
        }
      />
    </>
  )
}
