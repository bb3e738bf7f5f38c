import { lazyPart } from '#console/app/lazy-parts.ts'

/** The palette is loaded when the user opens it for the first time. */
const load = () => import('./palette.tsx')

export const Palette = lazyPart(async () => (await load()).Palette)

type Listener = () => void

let isRequested = false
const listeners = new Set<Listener>()

/** Opens the palette: loads it first if necessary. */
export async function openPalette(): Promise<void> {
  if (isRequested) (await import('@mantine/spotlight')).spotlight.open()
  isRequested = true
  for (const listener of listeners) listener()
}

export function subscribePalette(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the user has opened the palette before. */
export const isPaletteRequested = (): boolean => isRequested
