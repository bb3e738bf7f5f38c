import { createHmac, randomBytes, scryptSync } from 'node:crypto'

/** A password hash in the format of Medusa v1: scrypt at its lowest cost, encoded like the scrypt command-line tool. */
export function medusaPasswordHash(password: string): string {
  const head = Buffer.alloc(16)
  head.write('scrypt')
  for (const [at, value] of [
    [7, 1],
    [11, 1],
    [15, 1],
  ] as const)
    head.writeUInt8(value, at)
  const salted = Buffer.concat([head, randomBytes(32)])
  const whole = Buffer.concat([salted, Buffer.alloc(16)])
  const key = scryptSync(password, salted.subarray(16), 64, { N: 2, r: 1, p: 1 })
  return Buffer.concat([whole, createHmac('sha256', key.subarray(32)).update(whole).digest()]).toString('base64')
}
