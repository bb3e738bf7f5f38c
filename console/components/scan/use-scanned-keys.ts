import { type RefObject, useEffect } from 'react'
import { isTyping } from '#console/app/shortcuts/is-typing.ts'

/** A scanner types a code wherever the focus is. Its signs go into the field, unless another field or dialog has the focus. */
export function useScannedKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      const isSign = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
      if (!isSign || isTyping(event) || isCovered(field.current)) return
      // The signs are no shortcuts. The browser writes the sign into the field that has the focus now.
      event.stopPropagation()
      field.current?.focus()
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [field])
}

/** Whether a dialog is above the field. */
function isCovered(field: HTMLElement | null): boolean {
  const top = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)
  return top !== undefined && !top.contains(field)
}
