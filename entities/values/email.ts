const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+"
const WORD = '[\\p{L}\\p{M}\\p{N}]'
const LABEL = `${WORD}(?:[\\p{L}\\p{M}\\p{N}\\-]{0,61}${WORD})?`
const TOP_LEVEL = '(?:[\\p{L}\\p{M}]{2,63}|[Xx][Nn]--[A-Za-z0-9\\-]{1,59})'

/**
 * An address at a public domain in any script or in Punycode. The local part has at most 64 characters and the domain
 * at most 254. Accepts what Medusa v1 accepts, except quoted local parts.
 */
export const EMAIL = new RegExp(`^(?=.{1,64}@.{1,254}$)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LEVEL}$`, 'u')
