import { contrastOf, READABLE } from './contrast.ts'
import type { Theme } from './theme.ts'

const ROUNDED = 10

/** A sentence for each colour that is hard to read on its background. */
export function problemsOfTheme({ light, dark, scheme }: Theme): string[] {
  const modes = Object.entries({ ...(scheme !== 'dark' && { light }), ...(scheme !== 'light' && dark && { dark }) })
  return modes.flatMap(([mode, colours]) =>
    (['text', 'accent'] as const).flatMap((name) => {
      const contrast = contrastOf(colours[name], colours.background)
      if (contrast >= READABLE) return []
      const ratio = Math.floor(contrast * ROUNDED) / ROUNDED
      return `The ${name} colour ${colours[name]} is hard to read on the background ${colours.background} of the ${mode} colours: its contrast is ${ratio} to 1. Choose colours with at least ${READABLE} to 1.`
    }),
  )
}
