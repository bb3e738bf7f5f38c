const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+"
const WORD = '[\\p{L}\\p{M}\\p{N}]'
const LABEL = `${WORD}(?:[\\p{L}\\p{M}\\p{N}\\-]{0,61}${WORD})?`
const TOP_LEVEL = '(?:[\\p{L}\\p{M}]{2,63}|[Xx][Nn]--[A-Za-z0-9\\-]{1,59})'

/** Accepts the addresses that Medusa v1 accepts, in any script or Punycode, except quoted local parts. */
export const EMAIL = new RegExp(`^(?=.{1,64}@.{1,254}$)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LEVEL}$`, 'u')

/** Returns the spelling that the shop stores: composed (NFC) and in lower case. */
export const normalizeEmail = (email: string): string => email.normalize('NFC').toLowerCase().normalize('NFC')

/** Returns the spellings of an address in stored rows. Older and imported rows may have the decomposed one. */
export function storedSpellings(email: string): string[] {
  const normalized = normalizeEmail(email)
  return [...new Set([normalized, email.toLowerCase(), normalized.normalize('NFD')])]
}

/** Of the rows with a spelling of `email`, returns the one with this spelling, or else the first one, or else null. */
export const rowOfSpelling = <Row extends { email: string }>(rows: readonly Row[], email: string): Row | null =>
  rows.find((row) => row.email === email.toLowerCase()) ?? rows[0] ?? null
