import { randomInt } from 'node:crypto'

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** A code that nobody can guess: `XXXX-XXXX-XXXX-XXXX`, 82 bits of it random. */
export function generateGiftCardCode(): string {
  const block = () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return [block(), block(), block(), block()].join('-')
}
