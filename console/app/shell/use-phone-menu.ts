import { useEffect, useRef, useState } from 'react'
import { useIsPhone } from '../use-is-phone.ts'

/**
 * The navigation of a phone, which covers the page. It takes the focus to its button `closer`. `close` gives the focus to `opener`,
 * or calls `move`, when the page can have the focus again. The menu ends when the window becomes wide.
 */
export function usePhoneMenu() {
  const isPhone = useIsPhone()
  const [isWanted, setWanted] = useState(false)
  const isOpen = isWanted && isPhone
  const opener = useRef<HTMLButtonElement>(null)
  const closer = useRef<HTMLButtonElement>(null)
  const moveFocus = useRef(() => {})
  useEffect(() => {
    if (!isOpen) return
    closer.current?.focus()
    return () => moveFocus.current()
  }, [isOpen])
  const close = (move = () => opener.current?.focus()) => {
    setWanted(false)
    moveFocus.current = move
    if (!isOpen) move()
  }
  return { isOpen, open: () => setWanted(true), close, opener, closer }
}
