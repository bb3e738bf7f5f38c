import { Group, Image, Text } from '@mantine/core'
import { pageUrl } from '../address.ts'

export function Brand() {
  return (
    <Group gap="xs" wrap="nowrap">
      <Image src={pageUrl('icon.svg')} w={26} h={26} alt="" />
      <Text fw={650} fz="md">
        Cartwright
      </Text>
    </Group>
  )
}
