import { randomInt } from 'node:crypto'

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

export function generateGiftCardCode(): string {
  const block = () => Array.from({ length: 4 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  return [block(), block(), block(), block()].join('-')
}
