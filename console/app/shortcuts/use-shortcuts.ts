import { useHotkeys } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { openPalette } from '../palette/palette-store.ts'
import { focusNextRow, focusSearch } from './focus.ts'
import { isTyping } from './is-typing.ts'
import { GO_KEYS } from './keys.ts'

const PAUSE = 1200

/** The keys that work on every page. `openHelp` shows them. */
export function useShortcuts(openHelp: () => void): void {
  useHotkeys([['mod+K', () => void openPalette()]], [])
  useHotkeys([
    ['/', unlessInDialog(focusSearch)],
    ['shift+?', unlessInDialog(openHelp)],
    ['J', unlessInDialog(() => focusNextRow(1))],
    ['K', unlessInDialog(() => focusNextRow(-1))],
  ])
  useGoKeys()
}

/** `G` and then the key of an area opens the area. */
function useGoKeys(): void {
  const router = useRouter()
  const pressedAt = useRef(0)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isTyping(event) || isInDialog() || event.ctrlKey || event.metaKey || event.altKey) return
      const key = event.key.toLowerCase()
      const path = GO_KEYS.get(key)
      if (path !== undefined && Date.now() - pressedAt.current < PAUSE) {
        event.preventDefault()
        void router.navigate({ href: path })
      }
      pressedAt.current = key === 'g' ? Date.now() : 0
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [router])
}

/** A page that opens behind a dialog would close it, with everything that the user typed. */
const isInDialog = (): boolean => document.querySelector('[role=dialog][aria-modal=true]') !== null

const unlessInDialog = (run: () => void) => () => {
  if (!isInDialog()) run()
}
