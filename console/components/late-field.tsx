import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'

interface LateFieldProps<Field extends HTMLElement> {
  /** A field of the same size that cannot be changed. It calls `press` when the user clicks it. */
  early(ref: RefObject<Field | null>, press: () => void): ReactNode
  /** The field that loads later: whether the early field has the focus, and whether the user has clicked it. */
  children(autoFocus: boolean, wasPressed: boolean): ReactNode
}

/** A field whose parts load with the first input. Until then its place shows the early field. */
export function LateField<Field extends HTMLElement = HTMLInputElement>({ early, children }: LateFieldProps<Field>) {
  const field = useRef<Field>(null)
  const wasPressed = useRef(false)
  const press = () => {
    wasPressed.current = true
  }
  return (
    <Suspense fallback={early(field, press)}>
      <Loaded early={field} wasPressed={wasPressed}>
        {children}
      </Loaded>
    </Suspense>
  )
}

interface LoadedProps extends Pick<LateFieldProps<HTMLElement>, 'children'> {
  early: RefObject<HTMLElement | null>
  wasPressed: RefObject<boolean>
}

function Loaded({ early, wasPressed, children }: LoadedProps) {
  const [hadFocus] = useState(() => early.current !== null && document.activeElement === early.current)
  const [isPressed] = useState(() => wasPressed.current)
  return children(hadFocus, isPressed)
}
