import { randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulid'

/* Each character asks for its randomness alone, which would be a call of the system each time. */
const pool = new Uint8Array(4096)
let used = pool.length

function randomFraction(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return (pool[used++] as number) / 256
}

const ulid = monotonicFactory(randomFraction)

/** A new id: the prefix of its kind and a ULID, so that ids of one process sort in the order of their making. */
export function newId(prefix: string): string {
  return `${prefix}_${ulid()}`
}
