import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'

interface LateFieldProps<Field extends HTMLElement> {
  /** A field of the same size that cannot be changed. */
  early(ref: RefObject<Field | null>): ReactNode
  /** The field that loads later. `autoFocus` is true if the early field has the focus. */
  children(autoFocus: boolean): ReactNode
}

/** A field whose parts load with the first input. Until then its place shows the early field. */
export function LateField<Field extends HTMLElement = HTMLInputElement>({ early, children }: LateFieldProps<Field>) {
  const field = useRef<Field>(null)
  return (
    <Suspense fallback={early(field)}>
      <Loaded early={field}>{children}</Loaded>
    </Suspense>
  )
}

interface LoadedProps extends Pick<LateFieldProps<HTMLElement>, 'children'> {
  early: RefObject<HTMLElement | null>
}

function Loaded({ early, children }: LoadedProps) {
  const [hadFocus] = useState(() => early.current !== null && document.activeElement === early.current)
  return children(hadFocus)
}
