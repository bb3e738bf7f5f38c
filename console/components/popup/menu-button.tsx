import { Suspense, useRef, useState } from 'react'
import { lazyAfterInput } from '#console/app/lazy-parts.ts'
import type { PopupMenuProps } from './popup-menu.tsx'

const PopupMenu = lazyAfterInput(async () => (await import('./popup-menu.tsx')).PopupMenu)

/** A button that opens a menu. The menu is loaded with the first input. */
export function MenuButton({ button, items }: Pick<PopupMenuProps, 'button' | 'items'>) {
  const [isWanted, setWanted] = useState(false)
  const early = useRef<HTMLButtonElement>(null)
  return (
    <Suspense fallback={button({ ref: early, onClick: () => setWanted(true) })}>
      <PopupMenu {...{ button, items, isWanted, early }} />
    </Suspense>
  )
}
