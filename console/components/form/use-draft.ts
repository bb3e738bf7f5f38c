import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { isPassword } from './trim-texts.ts'
import type { OtherChangesState } from './use-other-changes.ts'

const PREFIX = 'cartwright.edit.'
/** Large forms take a while to write, so the user types on for this time. In milliseconds. */
const WAIT = 250

/**
 * Keeps the unsaved values of a form, and the values that the edit started from, until the browser tab closes. Passwords
 * are not kept.
 */
export function useDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  { key, values, others }: { key: string; values: Values; others: OtherChangesState<Values> },
): { isRestored: boolean; forget(): void } {
  const [isRestored, setRestored] = useState(false)
  const isLoaded = useRef(false)
  const pending = useRef<() => void>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the draft once for each row
  useEffect(() => {
    const stored = sessionStorage.getItem(PREFIX + key)
    form.setInitialValues(values)
    if (stored) {
      const draft = JSON.parse(stored)
      others.rebase(draft.base)
      form.setInitialValues(draft.base)
      form.setValues({ ...values, ...draft.values })
    }
    setRestored(stored !== null)
    isLoaded.current = true
  }, [key])
  const current = form.getValues()
  const isDirty = form.isDirty()
  useEffect(() => {
    pending.current = undefined
    if (!isLoaded.current || !isDirty) return
    const store = () => {
      if (pending.current !== store) return
      pending.current = undefined
      const kept = Object.entries(current).filter(([name]) => !isPassword(name))
      sessionStorage.setItem(PREFIX + key, JSON.stringify({ base: others.base(), values: Object.fromEntries(kept) }))
    }
    pending.current = store
    const timer = setTimeout(store, WAIT)
    addEventListener('pagehide', store)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', store)
    }
  }, [key, current, isDirty, others.base])
  // A draft of the last moment is kept too when the user leaves the page.
  useEffect(() => () => pending.current?.(), [])
  const forget = () => {
    pending.current = undefined
    sessionStorage.removeItem(PREFIX + key)
    setRestored(false)
  }
  return { isRestored, forget }
}
