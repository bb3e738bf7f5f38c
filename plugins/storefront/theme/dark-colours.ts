import { contrastOf, mixed, READABLE } from './contrast.ts'
import { isSame } from './palette.ts'
import { type Colours, DESIGNED, DESIGNED_DARK, type Theme } from './theme.ts'

const ACCENT_SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

/** The colours of the dark mode. Without a choice, they have the accent of the light ones, as light as a text needs. */
export function darkColoursOf({ light, dark }: Pick<Theme, 'light' | 'dark'>): Colours {
  if (dark) return dark
  if (isSame(light, DESIGNED.light)) return DESIGNED_DARK
  const background = mixed('#131313', light.accent, 0.07)
  const accents = ACCENT_SHARES.map((share) => mixed(light.accent, '#ffffff', share))
  const text = mixed('#f2f2f2', light.accent, 0.05)
  return { background, text, accent: accents.find((one) => contrastOf(one, background) >= READABLE + 1) ?? text }
}
