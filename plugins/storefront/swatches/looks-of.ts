import { mixed } from '../theme/contrast.ts'
import type { Swatch, Theme } from '../theme/theme.ts'
import { COLOUR_NAMES, COLOUR_OPTIONS, SHADES } from './colour-names.ts'

/** A colour such as `#6b7446`, or the address of a picture. */
export type Look = Pick<Swatch, 'colour' | 'picture'>

export interface OptionValues {
  /** The title of the option. */
  title: string
  values: readonly string[]
}

/**
 * The looks of the values of an option: those of the theme, and the colours with the names of other values. An option shows colours if its
 * title is `Colour` or `Farbe`, or if the theme names one of its values. An option of flavours has values such as `Orange`, too.
 */
export function looksOf(
  { swatches }: Pick<Theme, 'swatches'>,
  { title, values }: OptionValues,
): ReadonlyMap<string, Look> {
  const ownOf = (value: string) => swatches.find((one) => wordsOf(one.value) === wordsOf(value))
  const hasColours = COLOUR_OPTIONS.has(wordsOf(title)) || values.some(ownOf)
  return new Map(
    values.flatMap((value) => {
      const colour = hasColours ? colourOf(wordsOf(value)) : undefined
      const look = ownOf(value) ?? (colour && { colour, picture: null })
      return look ? [[value, look] as const] : []
    }),
  )
}

const wordsOf = (text: string): string => text.normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** The share of white or black in a light or dark colour. */
const SHADE = 0.35

/** A name, a light or dark colour, or a longer name such as `Washed forest green`, whose last known word counts. */
function colourOf(name: string): string | undefined {
  const known = COLOUR_NAMES.get(name)
  if (known) return known
  const words = name.split(/[\s/&+,-]+/)
  const [shade] = [...SHADES].find(([word]) => words.includes(word) || name.startsWith(word)) ?? []
  const colours = words.flatMap((word) => COLOUR_NAMES.get(word) ?? withoutShade(word, shade) ?? [])
  const found = colours.at(-1)
  return found && shade ? mixed(found, SHADES.get(shade) ?? found, SHADE) : found
}

const withoutShade = (word: string, shade = ''): string | undefined =>
  shade && word.startsWith(shade) ? COLOUR_NAMES.get(word.slice(shade.length)) : undefined
