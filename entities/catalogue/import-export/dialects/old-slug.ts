const APOSTROPHES = /['’`´]/g
const ACCENTS = /[\u0300-\u036f]/g
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** The part of an address that Shopify and WordPress derive from a name. Handles of this shop also split `iPhone` into words. */
export const oldSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/** WordPress in German writes `ue` for `ü`, and in other languages `u`. */
export const wordPressSlugs = (name: string): string[] => {
  const german = name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöü]/g, (letter) => GERMAN[letter]!)
  return [...new Set([oldSlug(name), oldSlug(german)])].filter((slug) => slug !== '')
}
