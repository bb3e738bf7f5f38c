import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ButtonParts } from '#console/components/popup/popup-button.tsx'
import { type EarlyButton, useLatePopup } from '#console/components/popup/use-late-popup.ts'

interface OrderMenuProps extends EarlyButton {
  button(parts: ButtonParts): ReactNode
  items: readonly { text: string; isDangerous?: boolean | undefined; onClick(): void }[]
}

export function OrderMenu({ button, items, ...early }: OrderMenuProps) {
  const { target, isOpen, setOpen } = useLatePopup(early)
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>{button({ ref: target, onClick: () => {} })}</Menu.Target>
      <Menu.Dropdown>
        {items.map(({ text, isDangerous, onClick }) => (
          <Menu.Item key={text} {...(isDangerous ? { c: 'var(--danger)' } : {})} onClick={onClick}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
