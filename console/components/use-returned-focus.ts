import { useEffect, useState } from 'react'

/**
 * Gives the focus back to the element that opened a dialog, or to the title of the page if a live change has removed it.
 * Mantine does this only for dialogs that are never unmounted.
 */
export function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      const isGone = !(opener instanceof HTMLElement && opener.isConnected)
      const next = isGone ? document.getElementById('page-title') : opener
      if (isLost) next?.focus({ preventScroll: true })
    },
    [opener],
  )
}
