import { Group, Table, Text, Title } from '@mantine/core'
import type { RouterOutputs } from '#client/index.ts'
import { Thumbnail } from '#console/components/thumbnail.tsx'
import { packing } from '#console/strings/packing.ts'
import classes from './documents.module.css'

type Row = RouterOutputs['admin']['orders']['packingSlips']['picking_list'][number]

/** The units to take from the shelves, sorted by location and SKU. */
export function PickingSheet({ rows }: { rows: readonly Row[] }) {
  const words = packing.useWords()
  const hasLocations = rows.some(({ locations }) => locations.length > 0)
  return (
    <article className={classes.sheet} aria-label={words.pickingList}>
      <Title order={2} mb="md">
        {words.pickingList}
      </Title>
      <Table.ScrollContainer minWidth={520}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {hasLocations && <Table.Th>{words.location}</Table.Th>}
              <Table.Th ta="end">{words.quantity}</Table.Th>
              <Table.Th>{words.item}</Table.Th>
              <Table.Th>{words.barcode}</Table.Th>
              <Table.Th>{words.orders}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.variant_id ?? `${row.title} ${row.description}`}>
                {hasLocations && <Table.Td>{row.locations.join(', ')}</Table.Td>}
                <Table.Td ta="end" fw={600}>
                  {row.quantity}
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <Thumbnail url={row.thumbnail} size={32} />
                    <div>
                      <div>{[row.title, row.description].filter(Boolean).join(' · ')}</div>
                      {row.sku && (
                        <Text size="xs" c="dimmed">
                          {row.sku}
                        </Text>
                      )}
                    </div>
                  </Group>
                </Table.Td>
                <Table.Td>{row.barcode}</Table.Td>
                <Table.Td>
                  {row.orders.map(({ display_id, quantity }) => `${quantity}\u00a0×\u00a0#${display_id}`).join(', ')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </article>
  )
}
