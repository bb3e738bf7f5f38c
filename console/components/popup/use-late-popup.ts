import { type RefObject, useEffect, useRef, useState } from 'react'

export interface EarlyButton {
  /** Whether the user has already pressed the button. */
  isWanted: boolean
  /** The button until now. It may have the focus. */
  early: RefObject<HTMLButtonElement | null>
}

/** The state of a popup that has loaded after its button: it takes the focus over, and opens if the user has pressed the button. */
export function useLatePopup({ isWanted, early }: EarlyButton) {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [hadFocus] = useState(() => early.current !== null && document.activeElement === early.current)
  useEffect(() => {
    if (hadFocus || isWanted) target.current?.focus()
    if (isWanted) setOpen(true)
  }, [hadFocus, isWanted])
  return { target, isOpen, setOpen }
}
