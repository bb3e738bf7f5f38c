import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'

const PREFIX = 'cartwright.draft.'

/** Keeps the unsaved values of a form until the browser tab closes. Passwords are not kept. */
export function useDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  { key, values }: { key: string; values: Values },
): { isRestored: boolean; forget(): void } {
  const [isRestored, setRestored] = useState(false)
  const isLoaded = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the draft once for each row
  useEffect(() => {
    const stored = sessionStorage.getItem(PREFIX + key)
    form.setInitialValues(values)
    if (stored) form.setValues({ ...values, ...JSON.parse(stored) })
    setRestored(stored !== null)
    isLoaded.current = true
  }, [key])
  const current = form.getValues()
  const isDirty = form.isDirty()
  useEffect(() => {
    if (!isLoaded.current || !isDirty) return
    const kept = Object.entries(current).filter(([name]) => !name.includes('password'))
    sessionStorage.setItem(PREFIX + key, JSON.stringify(Object.fromEntries(kept)))
  }, [key, current, isDirty])
  const forget = () => {
    sessionStorage.removeItem(PREFIX + key)
    setRestored(false)
  }
  return { isRestored, forget }
}
