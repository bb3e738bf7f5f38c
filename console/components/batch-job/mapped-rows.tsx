import { Table, Text, Title } from '@mantine/core'
import { importMapping } from '#console/strings/import-mapping.ts'
import type { Preview } from './map-columns.tsx'
import { useFieldNames } from './use-field-names.ts'

const MAX_COLUMNS = 12

/** The first products of a mapped table. */
export function MappedRows({ rows }: { rows: Preview['rows'] }) {
  const words = importMapping.useWords()
  const nameOf = useFieldNames()
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row).filter((title) => row[title] !== '')))]
  const shown = titles.slice(0, MAX_COLUMNS)
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {words.preview}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm">{words.noPreview}</Text>
      ) : (
        <Table.ScrollContainer minWidth={520} tabIndex={0} role="region" aria-label={words.preview}>
          <Table aria-label={words.preview}>
            <Table.Thead>
              <Table.Tr>
                {shown.map((title) => (
                  <Table.Th key={title}>{nameOf(title)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={JSON.stringify(row)}>
                  {shown.map((title) => (
                    <Table.Td key={title} style={{ overflowWrap: 'anywhere', minWidth: 90 }}>
                      <Text size="sm" lineClamp={2}>
                        {row[title]}
                      </Text>
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </div>
  )
}
