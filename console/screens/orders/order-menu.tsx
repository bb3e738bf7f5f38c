import { Menu } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { ButtonParts } from '#console/components/popup/popup-button.tsx'

interface OrderMenuProps {
  button(parts: ButtonParts): ReactNode
  items: readonly { text: string; isDangerous?: boolean | undefined; onClick(): void }[]
  /** Whether the user has already pressed the button. */
  isWanted: boolean
  /** The button until now. It may have the focus. */
  early: RefObject<HTMLButtonElement | null>
}

export function OrderMenu({ button, items, isWanted, early }: OrderMenuProps) {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [hadFocus] = useState(() => early.current !== null && document.activeElement === early.current)
  useEffect(() => {
    if (hadFocus || isWanted) target.current?.focus()
    if (isWanted) setOpen(true)
  }, [hadFocus, isWanted])
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
