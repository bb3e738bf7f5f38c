import { useSyncExternalStore } from 'react'

let finished = 0
const listeners = new Set<() => void>()

/** Panels load again, because an action of a plugin may have changed their rows. */
export function countFinishedAction(): void {
  finished++
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useFinishedActions = (): number => useSyncExternalStore(subscribe, () => finished)
