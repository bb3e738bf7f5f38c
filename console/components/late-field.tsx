import { Fragment, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'

interface LateFieldProps {
  /** A field of the same size that cannot be changed. It calls `press` when the user clicks it. */
  early(press: () => void): ReactNode
  /** The field that loads later: whether the early field has the focus, and whether the user has clicked it. */
  children(autoFocus: boolean, wasPressed: boolean): ReactNode
}

/** What the user did with the early field. */
interface EarlyUse {
  isFocused: boolean
  wasPressed: boolean
}

/** A field whose parts load with the first input. Until then its place shows the early field. */
export function LateField({ early, children }: LateFieldProps) {
  const use = useRef<EarlyUse>({ isFocused: false, wasPressed: false })
  const focus = (isFocused: boolean) => () => {
    use.current = { ...use.current, isFocused }
  }
  const press = () => {
    use.current = { ...use.current, wasPressed: true }
  }
  const shown = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events are those of the field
    <div style={{ display: 'contents' }} onFocus={focus(true)} onBlur={focus(false)}>
      {early(press)}
    </div>
  )
  return (
    <Suspense fallback={shown}>
      <Loaded use={use}>{children}</Loaded>
    </Suspense>
  )
}

interface LoadedProps extends Pick<LateFieldProps, 'children'> {
  use: RefObject<EarlyUse>
}

/** React renders it up to 300 ms before it replaces the early field, so the use of that one is complete in the layout effect. */
function Loaded({ use, children }: LoadedProps) {
  const [{ isFocused, wasPressed }, setUse] = useState<EarlyUse>({ isFocused: false, wasPressed: false })
  useLayoutEffect(() => setUse(use.current), [use])
  return <Fragment key={`${isFocused} ${wasPressed}`}>{children(isFocused, wasPressed)}</Fragment>
}
