import { Popover } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PopupButtonProps } from './popup-button.tsx'

interface PopupProps extends PopupButtonProps {
  /** Whether the user has already pressed the button. */
  isWanted: boolean
  /** The button until now. It may have the focus. */
  early: RefObject<HTMLButtonElement | null>
}

export function Popup({ button, label, children, isWanted, early, ...options }: PopupProps) {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [hadFocus] = useState(() => early.current !== null && document.activeElement === early.current)
  useEffect(() => {
    if (hadFocus || isWanted) target.current?.focus()
    if (isWanted) setOpen(true)
  }, [hadFocus, isWanted])
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus {...options}>
      <Popover.Target>{button({ ref: target, onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  )
}
