import type { PopoverProps } from '@mantine/core'
import { type MouseEventHandler, type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { lazyAfterInput } from '#console/app/lazy-parts.ts'

const Popup = lazyAfterInput(async () => (await import('./popup.tsx')).Popup)

export interface ButtonParts {
  ref: Ref<HTMLButtonElement>
  onClick: MouseEventHandler
}

export interface PopupButtonProps extends Pick<PopoverProps, 'position' | 'width'> {
  /** Renders the button with these properties. */
  button(parts: ButtonParts): ReactNode
  /** The name of the popup, if it is not the text of the button. */
  label?: string
  children: ReactNode
}

/** A button that opens a popup. The popup is loaded with the first input, so content that is large should be lazy too. */
export function PopupButton(props: PopupButtonProps) {
  const [isWanted, setWanted] = useState(false)
  const early = useRef<HTMLButtonElement>(null)
  return (
    <Suspense fallback={props.button({ ref: early, onClick: () => setWanted(true) })}>
      <Popup {...props} isWanted={isWanted} early={early} />
    </Suspense>
  )
}
