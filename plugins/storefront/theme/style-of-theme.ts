import { darkColoursOf } from './dark-colours.ts'
import { FONTS } from './fonts.ts'
import { type Palette, paletteOf } from './palette.ts'
import type { Theme } from './theme.ts'

const ROOT_PIXELS = 16

/** The variables of the stylesheet. */
export function styleOfTheme(theme: Theme): string {
  const { scheme, light, font, headings, corners } = theme
  const [day, night] = [paletteOf(light), paletteOf(darkColoursOf(theme))]
  const names = Object.keys(day) as (keyof Palette)[]
  return `:root{color-scheme:${colourSchemeOf(scheme)};
${names.map((name) => `--${name}:light-dark(${day[name]},${night[name]});`).join('\n')}
--radius:${corners / ROOT_PIXELS}rem;--text:${FONTS[font]};--display:${FONTS[headings]};}
`
}

/** The value of `color-scheme`, in CSS and in the meta element. */
export const colourSchemeOf = (scheme: Theme['scheme']): string => (scheme === 'auto' ? 'light dark' : scheme)
