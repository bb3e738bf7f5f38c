import { Group, Image, Text } from '@mantine/core'
import { pageUrl } from '../address.ts'

/** The mark of the console with the name of the shop. Pages without a session do not know the shop. */
export function Brand({ name = 'Cartwright' }: { name?: string }) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Image src={pageUrl('icon.svg')} w={26} h={26} alt="" />
      <Text fw={650} fz="md" truncate title={name}>
        {name}
      </Text>
    </Group>
  )
}
