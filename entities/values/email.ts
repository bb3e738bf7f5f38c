const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+"
const WORD = '[\\p{L}\\p{M}\\p{N}]'
const LABEL = `${WORD}(?:[\\p{L}\\p{M}\\p{N}\\-]{0,61}${WORD})?`
const TOP_LEVEL = '(?:[\\p{L}\\p{M}]{2,63}|[Xx][Nn]--[A-Za-z0-9\\-]{1,59})'

/** Accepts the addresses that Medusa v1 accepts, in any script or Punycode, except quoted local parts. */
export const EMAIL = new RegExp(`^(?=.{1,64}@.{1,254}$)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LEVEL}$`, 'u')
