import { randomFillSync } from 'node:crypto'

/* A ULID in Crockford's base 32: time, counter within the millisecond, random characters. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME = 10
const COUNT = 3
const RANDOM = 13

const COUNTED = 32 ** COUNT

/* A system call for each id is slow, so random bytes are read in advance. */
const pool = new Uint8Array(RANDOM * 256)
let used = pool.length

let time = 0
let count = 0

export function newId(prefix: string): string {
  return `${prefix}_${newUlid()}`
}

/** Ids of one process sort by creation, even if the clock goes back. Their last 65 bits are random. */
export function newUlid(): string {
  const now = Date.now()
  if (now > time) [time, count] = [now, 0]
  else if (count < COUNTED - 1) count += 1
  else [time, count] = [time + 1, 0]
  return encode(time, TIME) + encode(count, COUNT) + randomSigns(RANDOM)
}

function encode(number: number, length: number): string {
  let text = ''
  for (let rest = number; text.length < length; rest = Math.floor(rest / 32)) text = SIGNS.charAt(rest % 32) + text
  return text
}

function randomSigns(length: number): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let text = ''
  for (const end = used + length; used < end; used += 1) text += SIGNS.charAt((pool[used] as number) % 32)
  return text
}
