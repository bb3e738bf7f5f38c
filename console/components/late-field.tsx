import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'

interface LateFieldProps {
  /** A field of the same size that cannot be changed. */
  early(ref: RefObject<HTMLInputElement | null>): ReactNode
  /** The field that loads later. `autoFocus` is true if the early field has the focus. */
  children(autoFocus: boolean): ReactNode
}

/** A field whose parts load with the first input. Until then its place shows the early field. */
export function LateField({ early, children }: LateFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Suspense fallback={early(field)}>
      <Loaded early={field}>{children}</Loaded>
    </Suspense>
  )
}

interface LoadedProps extends Pick<LateFieldProps, 'children'> {
  early: RefObject<HTMLInputElement | null>
}

function Loaded({ early, children }: LoadedProps) {
  const [hadFocus] = useState(() => early.current !== null && document.activeElement === early.current)
  return children(hadFocus)
}
