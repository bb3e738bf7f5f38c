const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+"
const WORD = '[\\p{L}\\p{M}\\p{N}]'
const LABEL = `${WORD}(?:[\\p{L}\\p{M}\\p{N}\\-]{0,61}${WORD})?`
const TOP_LEVEL = '(?:[\\p{L}\\p{M}]{2,63}|[Xx][Nn]--[A-Za-z0-9\\-]{1,59})'

/**
 * An e-mail address at a public domain, in any script, which may stand in Punycode too; at most 64 characters before the `@`
 * and 254 after it. What v1 takes for one is one, but for names in quotation marks.
 */
export const EMAIL = new RegExp(`^(?=.{1,64}@.{1,254}$)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LEVEL}$`, 'u')
