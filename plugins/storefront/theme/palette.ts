import { contrastOf, luminanceOf, mixed, READABLE, VISIBLE } from './contrast.ts'
import { type Colours, DESIGNED, DESIGNED_DARK } from './theme.ts'

/** The colours of the stylesheet, by the name of their variable. */
export interface Palette {
  paper: string
  card: string
  field: string
  ink: string
  soft: string
  line: string
  edge: string
  accent: string
  'accent-ink': string
  'accent-field': string
  good: string
  'good-field': string
  bad: string
  'bad-field': string
}

const LIGHT: Palette = {
  ...{ paper: '#fbf8f3', card: '#ffffff', field: '#e9dfd2', ink: '#26211c', soft: '#655b50', line: '#e2d8ca' },
  ...{ edge: '#857869', accent: '#8a3f1f', 'accent-ink': '#ffffff', 'accent-field': '#f6f0ed' },
  ...{ good: '#2f5d3f', 'good-field': '#e3e5dd', bad: '#a3261b', 'bad-field': '#f2e3dd' },
}

const DARK: Palette = {
  ...{ paper: '#1a1714', card: '#231f1b', field: '#37312b', ink: '#f1ebe2', soft: '#b9ac9c', line: '#3d362f' },
  ...{ edge: '#8d8172', accent: '#f0a47c', 'accent-ink': '#26150c', 'accent-field': '#332a23' },
  ...{ good: '#9ed3ac', 'good-field': '#2a2e26', bad: '#ff9d90', 'bad-field': '#312420' },
}

export const isSame = (one: Colours, other: Colours): boolean =>
  one.background === other.background && one.text === other.text && one.accent === other.accent

/** The colours of a mode. Text and accent must be readable on the background: then all texts of the pages are. */
export function paletteOf(colours: Colours): Palette {
  if (isSame(colours, DESIGNED.light)) return LIGHT
  if (isSame(colours, DESIGNED_DARK)) return DARK
  return derivedPalette(colours)
}

const FIELD_SHARES = [0.12, 0.1, 0.08, 0.06, 0.04, 0.02]
const SOFT_SHARES = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
const EDGE_SHARES = [0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9]

function derivedPalette({ background: paper, text: ink, accent }: Colours): Palette {
  const isDark = luminanceOf(paper) < luminanceOf(ink)
  const card = surface(paper, '#ffffff', { shares: isDark ? [0.05, 0.03] : [0.6], texts: [ink, accent] })
  const field = surface(paper, mixed(ink, accent, 0.4), { shares: FIELD_SHARES, texts: [ink, accent] })
  const [goods, bads] = isDark ? [DARK, LIGHT] : [LIGHT, DARK]
  const surfaces = [paper, card, field]
  const good = firstReadable([goods.good, bads.good], surfaces) ?? ink
  const bad = firstReadable([goods.bad, bads.bad], surfaces) ?? ink
  const tint = (colour: string, base: string) => surface(base, colour, { shares: FIELD_SHARES, texts: [ink, colour] })
  const fields = { 'accent-field': tint(accent, card), 'good-field': tint(good, paper), 'bad-field': tint(bad, paper) }
  const behindTexts = [...surfaces, ...Object.values(fields)]
  const softs = SOFT_SHARES.map((share) => mixed(paper, ink, share))
  const edges = EDGE_SHARES.map((share) => mixed(paper, ink, share))
  return {
    ...{ paper, card, field, ink, accent, good, bad, ...fields },
    soft: firstReadable(softs, behindTexts) ?? ink,
    line: mixed(paper, ink, 0.14),
    edge: edges.find((edge) => surfaces.every((one) => contrastOf(edge, one) >= VISIBLE)) ?? ink,
    'accent-ink': contrastOf('#ffffff', accent) >= contrastOf('#000000', accent) ? '#ffffff' : '#000000',
  }
}

interface SurfaceOptions {
  shares: readonly number[]
  /** The colours of the texts on it. */
  texts: readonly string[]
}

/** The base with as much of a colour as its texts allow. */
const surface = (base: string, colour: string, { shares, texts }: SurfaceOptions): string =>
  shares
    .map((share) => mixed(base, colour, share))
    .find((one) => texts.every((text) => contrastOf(text, one) >= READABLE)) ?? base

const firstReadable = (texts: readonly string[], surfaces: readonly string[]): string | undefined =>
  texts.find((text) => surfaces.every((one) => contrastOf(text, one) >= READABLE))
