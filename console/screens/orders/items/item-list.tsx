import { Group, Stack, Text } from '@mantine/core'
import { ItemName } from './item-name.tsx'

interface ItemListProps {
  items: readonly {
    id: string
    quantity: number
    title: string
    description?: string | null | undefined
    thumbnail?: string | null | undefined
    note?: string | undefined
  }[]
}

/** Items with their quantities, such as the content of a fulfillment. */
export function ItemList({ items }: ItemListProps) {
  return (
    <Stack gap="xs">
      {items.map(({ id, quantity, ...item }) => (
        <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
          <ItemName {...item} />
          <Text size="sm" className="number" c="dimmed">
            ×{quantity}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
