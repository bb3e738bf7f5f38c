import { Popover } from '@mantine/core'
import type { PopupButtonProps } from './popup-button.tsx'
import { type EarlyButton, useLatePopup } from './use-late-popup.ts'

export function Popup({ button, label, children, isWanted, early, ...options }: PopupButtonProps & EarlyButton) {
  const { target, isOpen, setOpen } = useLatePopup({ isWanted, early })
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus {...options}>
      <Popover.Target>{button({ ref: target, onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  )
}
