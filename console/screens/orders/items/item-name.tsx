import { Avatar, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { pictureAddress } from '#console/app/address.ts'

interface ItemNameProps {
  title: string
  description?: string | null | undefined
  thumbnail?: string | null | undefined
  /** One more quiet line. */
  note?: ReactNode
}

/** An item with its picture, product and variant. */
export function ItemName({ title, description, thumbnail, note }: ItemNameProps) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start" miw={0}>
      <Avatar
        src={thumbnail ? pictureAddress(thumbnail) : null}
        radius="sm"
        size={36}
        alt=""
        name={title}
        color="gray"
      />
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        {description && description !== title && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
        {note && (
          <Text size="xs" c="dimmed" component="div">
            {note}
          </Text>
        )}
      </div>
    </Group>
  )
}
