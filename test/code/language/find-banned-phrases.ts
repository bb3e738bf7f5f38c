import { ALLOWED_TEXTS, BANNED_PHRASES } from './banned-phrases.ts'
import { type Prose, proseOf } from './prose.ts'

export interface BannedPhrase {
  line: number
  phrase: string
  replacement: string
}

const PATTERNS = BANNED_PHRASES.map(
  ([{ source }, replacement]) => [new RegExp(source.replaceAll(' ', '\\s+'), 'gi'), replacement] as const,
)

/** Finds banned phrases, except between `language-check off` and `language-check on`. */
export function findBannedPhrases(file: string, source: string): BannedPhrase[] {
  const lines = source.split('\n')
  const excluded = excludedLines(lines)
  return proseOf(file, source)
    .filter(({ text }) => !ALLOWED_TEXTS.some((allowed) => allowed.test(text)))
    .flatMap((prose) => phrasesIn(prose, source))
    .filter(({ line }) => !excluded.has(line))
    .toSorted((a, b) => a.line - b.line)
}

const phrasesIn = ({ start, text }: Prose, source: string): BannedPhrase[] =>
  PATTERNS.flatMap(([pattern, replacement]) =>
    Array.from(text.matchAll(pattern), ({ 0: phrase, index }) => ({
      line: source.slice(0, start + index).split('\n').length,
      phrase: phrase.replace(/\s+/g, ' '),
      replacement,
    })),
  )

function excludedLines(lines: readonly string[]): Set<number> {
  const excluded = new Set<number>()
  let isExcluded = false
  for (const [index, line] of lines.entries()) {
    if (line.includes('language-check off')) isExcluded = true
    if (isExcluded) excluded.add(index + 1)
    if (line.includes('language-check on')) isExcluded = false
  }
  return excluded
}
