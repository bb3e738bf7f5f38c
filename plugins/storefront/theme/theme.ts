import { z } from 'zod'
import { FONTS } from './fonts.ts'

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'A colour has the form #1a2b3c')

export const colours = z.strictObject({ background: colour, text: colour, accent: colour })

export type Colours = z.output<typeof colours>

const isPicture = (address: string): boolean => /^\/(?!\/)/.test(address) || /^https?:\/\/[^/]/.test(address)

const logo = z.strictObject({
  url: z.string().max(2000).refine(isPicture, 'The logo needs an address that begins with https:// or /'),
  /** In pixels, so that the page does not move while the picture loads. */
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
})

const MAX_SWATCHES = 50

const swatch = z
  .strictObject({
    /** A value of an option, such as `Sea`, in a language of the catalogue. */
    value: z.string().trim().min(1).max(60),
    colour: colour.nullable(),
    picture: z
      .string()
      .max(500)
      .refine(isPicture, 'A picture has an address that begins with https:// or /')
      .nullable(),
  })
  .refine(({ colour, picture }) => (colour === null) !== (picture === null), 'A swatch has a colour or a picture')

export type Swatch = z.output<typeof swatch>

const font = z.enum(Object.keys(FONTS) as [keyof typeof FONTS, ...(keyof typeof FONTS)[]])

const MAX_LANGUAGES = 50

const home = z
  .record(
    z.string().max(20),
    z.strictObject({ intro: z.string().trim().max(120), lead: z.string().trim().max(300) }).partial(),
  )
  .refine((texts) => Object.keys(texts).length <= MAX_LANGUAGES, `Texts are possible in ${MAX_LANGUAGES} languages`)

/** The tokens of a theme. All of them have safe values, because they become a part of the stylesheet. */
export const themeSchema = z.strictObject({
  /** The name in the pages. Empty: the name of the shop. */
  name: z.string().trim().max(60),
  /** It replaces the name in the header. */
  logo: logo.nullable(),
  /** The font of texts. */
  font,
  /** The font of headings. */
  headings: font,
  /** The radius of corners, in pixels. */
  corners: z.int().min(0).max(24),
  /** `auto` follows the visitor. */
  scheme: z.enum(['auto', 'light', 'dark']),
  light: colours,
  /** Null: they follow from the light ones. */
  dark: colours.nullable(),
  /** The texts of the home page by the code of the language. A missing or empty one is that of the language. */
  home,
  /** The looks of values of options. Values of an option such as `Colour` with a known name need none. */
  swatches: z.array(swatch).max(MAX_SWATCHES),
})

export type Theme = z.output<typeof themeSchema>

/** The tokens that differ from another theme. */
export type ThemeChanges = Partial<Theme>

/** The dark colours that belong to those of the designed theme. */
export const DESIGNED_DARK: Colours = { background: '#1a1714', text: '#f1ebe2', accent: '#f0a47c' }

/** The theme of a shop that has chosen none. */
export const DESIGNED: Theme = {
  name: '',
  logo: null,
  font: 'system',
  headings: 'palatino',
  corners: 8,
  scheme: 'auto',
  light: { background: '#fbf8f3', text: '#26211c', accent: '#8a3f1f' },
  dark: null,
  home: {},
  swatches: [],
}
