import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ButtonParts } from './popup-button.tsx'
import { type EarlyButton, useLatePopup } from './use-late-popup.ts'

export interface MenuItem {
  /** Unique in the menu, if the texts are not. */
  key?: string
  text: string
  icon?: ReactNode
  isDangerous?: boolean | undefined
  onClick(): void
}

export interface PopupMenuProps extends EarlyButton {
  button(parts: ButtonParts): ReactNode
  items: readonly MenuItem[]
}

export function PopupMenu({ button, items, ...early }: PopupMenuProps) {
  const { target, isOpen, setOpen } = useLatePopup(early)
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>{button({ ref: target, onClick: () => {} })}</Menu.Target>
      <Menu.Dropdown mah="20rem" style={{ overflowY: 'auto' }}>
        {items.map(({ key, text, icon, isDangerous, onClick }) => (
          <Menu.Item
            key={key ?? text}
            leftSection={icon}
            {...(isDangerous ? { c: 'var(--danger)' } : {})}
            onClick={onClick}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
