import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useHadInput } from '#console/app/lazy-parts.ts'

interface WhenNearProps {
  /** The usual height of the content, in pixels. */
  height: number
  children: ReactNode
}

/** Content loads at this distance below the visible part of the page, before the user scrolls to it. */
const MARGIN = '100px'

/** Content below the first screen, which loads when it comes near or with the first input. Until then its place is empty. */
export function WhenNear({ height, children }: WhenNearProps) {
  const hadInput = useHadInput()
  const [isNear, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isShown = hadInput || isNear
  useEffect(() => {
    if (isShown || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isShown])
  const empty = <div ref={place} style={{ minHeight: height }} />
  return isShown ? <Suspense fallback={empty}>{children}</Suspense> : empty
}
