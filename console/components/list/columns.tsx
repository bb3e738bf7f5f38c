import { Text } from '@mantine/core'
import { Time } from '../time.tsx'
import type { Column } from './column.ts'

/** The description of a row in quiet text. */
export const descriptionColumn = <Row,>(
  title: string,
  textOf: (row: Row) => string | null | undefined,
): Column<Row> => ({
  key: 'description',
  title,
  isWideOnly: true,
  cell: (row) => (
    <Text size="sm" c="dimmed" truncate>
      {textOf(row)}
    </Text>
  ),
})

/** The end of the validity of a row, or the text for a row without an end. */
export const endColumn = (title: string, withoutEnd: string): Column<{ ends_at: Date | null }> => ({
  key: 'ends',
  title,
  width: '9rem',
  isWideOnly: true,
  cell: ({ ends_at }) => (ends_at ? <Time at={ends_at} /> : withoutEnd),
})

/** The moment at which a row was created. A phone does not show it by default. */
export const createdColumn = (
  title: string,
  options: Partial<Pick<Column<unknown>, 'sort' | 'width' | 'isWideOnly'>> = {},
): Column<{ created_at: Date }> => ({
  key: 'created',
  title,
  width: '9rem',
  isWideOnly: true,
  cell: ({ created_at }) => <Time at={created_at} />,
  ...options,
})
