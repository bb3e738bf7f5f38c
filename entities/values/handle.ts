import { InvalidData } from '../errors.ts'

/** Letters that are no base letter with an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

const APOSTROPHES = /['’]/g
const ACCENTS = /[\u0300-\u036f]/g
const FIT = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/
const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu

/** The words of a title in lower case joined by `-`, without accents and punctuation; `''` for a title without words. */
export function toHandle(title: string): string {
  const plain = title.replace(APOSTROPHES, '').normalize('NFD').replace(ACCENTS, '').normalize('NFC')
  const words = plain.match(WORDS) ?? []
  return words.map((word) => withoutLigatures(word.toLowerCase())).join('-')
}

/**
 * The handle of something with this title: the one that is given, made fit for an address where it is not, else the
 * words of the title.
 */
export function handleFor(title: string, given?: string | null): string {
  const handle = given && FIT.test(given) ? given : toHandle(given || title)
  if (handle === '') throw new InvalidData('handle should not be empty')
  return handle
}

function withoutLigatures(word: string): string {
  return word.replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter]!)
}
