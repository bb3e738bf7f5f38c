import { memoizeFor } from '#entities/values/memoize.ts'

/* Tags of BCP 47, such as `de` or `pt-BR`. */

/** The longest tag that RFC 5646 asks programs to support. */
const MAX_TAG = 35

/** Returns the tag in its usual spelling, such as `de-AT` for `de-at`, or undefined if the text is no tag. */
export function canonicalTag(text: string): string | undefined {
  if (text.length > MAX_TAG) return undefined
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}

/** The languages of the texts of a shop. */
export interface Languages {
  /** The default language comes first. */
  codes: readonly string[]
  /** The next language for a text that a language lacks. */
  fallbacks: Readonly<Record<string, string>>
  /** The collation of PostgreSQL of each language. Null in PostgreSQL without ICU. */
  collations?: Readonly<Record<string, string | null>> | undefined
  /** The languages in which the titles of all products are stored. */
  stored?: readonly string[] | undefined
}

/** A language of an answer. */
export interface Language {
  code: string
  /** The languages whose texts an answer shows, the preferred one first. Empty for the default language. */
  chain: readonly string[]
  /** Sorts texts of the language in PostgreSQL. */
  collation?: string | null | undefined
  /** Whether the titles of all products are stored in the language. */
  hasTitles: boolean
}

/** Returns the language with the languages that replace its missing texts. The default language ends each chain. */
export function languageOf({ codes, fallbacks, collations, stored = [] }: Languages, code: string): Language {
  const [initial] = codes
  const chain: string[] = []
  let next: string | undefined = code
  while (next !== undefined && next !== initial && !chain.includes(next)) {
    chain.push(next)
    next = fallbacks[next] ?? nearestOf(codes, withoutLast(next))
  }
  return { code, chain, collation: collations?.[code], hasTitles: stored.includes(code) }
}

/**
 * Returns the best language for a list such as `de-AT, fr;q=0.8`: RFC 4647 calls this the lookup. A range also finds a language that is
 * written in the same script, such as `zh-Hant` for `zh-TW` and `pt-BR` for `pt-PT`. Without a match, the default language.
 */
export function negotiate(languages: Languages, header: string): Language {
  const ranges = rangesOf(header)
  const refused = ranges.filter(({ quality }) => quality === 0)
  const isWanted = (code: string) => ranges.some(({ range, quality }) => quality > 0 && range === lower(code))
  const isRefused = (code: string) => refused.some(({ range }) => `${lower(code)}-`.startsWith(`${range}-`))
  const codes = languages.codes.filter((code) => isWanted(code) || !isRefused(code))
  const likely = likelyTagsOf(languages)
  for (const { range, quality } of ranges) {
    if (quality === 0) break
    const found = readableOf({ codes, likely }, range)
    if (found !== undefined) return languageOf(languages, found)
  }
  return languageOf(languages, languages.codes[0] ?? '')
}

/** Browsers send a few languages. */
const MAX_HEADER = 1000
const MAX_RANGES = 20

interface Range {
  range: string
  /** From 0 to 1. The caller refuses a language with 0, and those whose tags begin with it. */
  quality: number
}

/** The best range comes first. A range with an unreadable quality, such as `de;q=abc`, is ignored. */
function rangesOf(header: string): Range[] {
  const ranges = header.slice(0, MAX_HEADER).split(',', MAX_RANGES).map(parseRange)
  return ranges
    .filter(({ range, quality }) => range !== '' && range !== '*' && !Number.isNaN(quality))
    .sort((a, b) => b.quality - a.quality)
}

function parseRange(text: string): Range {
  const [given = '', ...parameters] = text.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1'
  return { range: rangeOf(given), quality: quality === '' ? Number.NaN : Math.min(Math.max(Number(quality), 0), 1) }
}

/** Some programs write `de_AT`, and old ones `iw` instead of `he`. */
function rangeOf(text: string): string {
  const tag = text.replaceAll('_', '-')
  return lower(canonicalTag(tag) ?? tag)
}

interface LikelyCodes {
  codes: readonly string[]
  likely: ReadonlyMap<string, string>
}

const likelyTagsOf = memoizeFor(({ codes }: Languages) => new Map(codes.map((code) => [code, likelyOf(code)])))

/** Returns the language of the range, or else one in the script of its readers, or else any whose tag begins with it. */
function readableOf({ codes, likely }: LikelyCodes, range: string): string | undefined {
  const exact = codes.find((code) => lower(code) === range)
  if (exact !== undefined) return exact
  const tag = likelyOf(range)
  const readable = codes.filter((code) => withoutLast(likely.get(code) ?? '') === withoutLast(tag))
  return (
    nearestOf(readable, range) ??
    readable.find((code) => likely.get(code) === tag) ??
    readable[0] ??
    nearestOf(codes, range) ??
    codes.find((code) => lower(code).startsWith(`${range}-`))
  )
}

/** Returns the language, the likely script and the likely region: `zh-hant-tw` for `zh-TW` and for `zh-Hant`. */
function likelyOf(tag: string): string {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize()
    return lower([language, script, region].join('-'))
  } catch {
    return lower(tag)
  }
}

/** Returns the language of the tag, or else of the tag without its last parts: `de` for `de-CH-1901`. */
function nearestOf(codes: readonly string[], tag: string): string | undefined {
  for (let range = lower(tag); range !== ''; range = withoutLast(range)) {
    const found = codes.find((code) => lower(code) === range)
    if (found !== undefined) return found
  }
  return undefined
}

/** Also removes a single letter before the last part, as in RFC 4647: `zh-hant` for `zh-hant-x-private`. */
const withoutLast = (tag: string): string => tag.replace(/(-[^-])?-[^-]*$|^[^-]*$/, '')

const lower = (text: string): string => text.toLowerCase()
