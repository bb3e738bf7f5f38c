import { randomFillSync } from 'node:crypto'

/* A ULID in Crockford's base 32: time, counter within the millisecond, random characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10
const COUNTER_LENGTH = 3
const RANDOM_LENGTH = 13

const MAX_IDS_PER_MILLISECOND = 32 ** COUNTER_LENGTH

/* A system call for each id is slow, so random bytes are read in advance. */
const randomBytes = new Uint8Array(RANDOM_LENGTH * 256)
let usedBytes = randomBytes.length

let lastTime = 0
let counter = 0

export function newId(prefix: string): string {
  return `${prefix}_${newUlid()}`
}

/** Ids of one process sort by creation, even if the clock goes back. Their last 65 bits are random. */
export function newUlid(): string {
  const now = Date.now()
  if (now > lastTime) [lastTime, counter] = [now, 0]
  else if (counter < MAX_IDS_PER_MILLISECOND - 1) counter += 1
  else [lastTime, counter] = [lastTime + 1, 0]
  return encode(lastTime, TIME_LENGTH) + encode(counter, COUNTER_LENGTH) + randomCharacters(RANDOM_LENGTH)
}

function encode(number: number, length: number): string {
  let text = ''
  for (let rest = number; text.length < length; rest = Math.floor(rest / 32)) text = ALPHABET.charAt(rest % 32) + text
  return text
}

function randomCharacters(length: number): string {
  if (usedBytes === randomBytes.length) {
    randomFillSync(randomBytes)
    usedBytes = 0
  }
  let text = ''
  for (const end = usedBytes + length; usedBytes < end; usedBytes += 1)
    text += ALPHABET.charAt((randomBytes[usedBytes] as number) % 32)
  return text
}
