import { Group, Image, Text } from '@mantine/core'
import { fileAddress, pageUrl } from '../address.ts'
import classes from './shell.module.css'

interface BrandProps {
  name?: string
  logoKey?: string | null
}

/** The logo or the mark of the console with the name of the shop. Pages without a session do not know the shop. */
export function Brand({ name = 'Cartwright', logoKey = null }: BrandProps) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      {logoKey ? (
        <Image src={fileAddress(logoKey)} className={classes.logo} alt="" />
      ) : (
        <Image src={pageUrl('icon.svg')} w={26} h={26} alt="" />
      )}
      <Text fw={650} fz="md" truncate title={name}>
        {name}
      </Text>
    </Group>
  )
}
