import { Button, Group, Popover, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { common } from '#console/strings/common.ts'
import { richText } from '#console/strings/rich-text.ts'
import { FormatButton } from './format-button.tsx'
import { isLink } from './is-link.ts'

interface LinkButtonProps {
  /** The address of the link at the cursor. */
  link: string | undefined
  onChange(link: string | null): void
}

/** Asks for the address of a link. */
export function LinkButton({ link, onChange }: LinkButtonProps) {
  const words = richText.useWords()
  const { done } = common.useWords()
  const [address, setAddress] = useState<string>()
  const close = () => setAddress(undefined)
  const isOpen = address !== undefined
  const apply = () => {
    onChange(address?.trim() || null)
    close()
  }
  const isWrong = isOpen && address.trim() !== '' && !isLink(address.trim())
  return (
    <Popover opened={isOpen} onChange={close} trapFocus withinPortal>
      <Popover.Target>
        <FormatButton
          label={words.link}
          isPressed={link !== undefined}
          icon={<IconLink size={16} />}
          onClick={() => setAddress(isOpen ? undefined : (link ?? ''))}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            label={words.linkAddress}
            placeholder="https://"
            value={address ?? ''}
            error={isWrong && words.linkWrong}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (!isWrong) apply()
            }}
          />
          <Button onClick={apply} disabled={isWrong}>
            {done}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
