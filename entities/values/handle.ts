import { InvalidData } from '../errors.ts'

const ASCII_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const APOSTROPHES = /['’]/g
const ACCENTS = /[\u0300-\u036f]/g
const VALID_HANDLE = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/
const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu

/** Returns an empty string if the title has no words. */
export function toHandle(title: string): string {
  const plain = title.replace(APOSTROPHES, '').normalize('NFD').replace(ACCENTS, '').normalize('NFC')
  const words = plain.match(WORDS) ?? []
  return words.map((word) => replaceLigatures(word.toLowerCase())).join('-')
}

/** Returns `requested` if it is a valid handle. Otherwise derives a handle from `requested` or `title`. */
export function handleFor(title: string, requested?: string | null): string {
  const handle = requested && VALID_HANDLE.test(requested) ? requested : toHandle(requested || title)
  if (handle === '')
    throw new InvalidData('handle should not be empty').about('handle').because({ name: 'handle_required' })
  return handle
}

function replaceLigatures(word: string): string {
  return word.replace(/[ßæœøłđðþı]/g, (letter) => ASCII_LETTERS[letter]!)
}
