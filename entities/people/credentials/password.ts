import { createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'

/* Argon2 blocks a thread of libuv. Two slots leave two of the four threads free for other work. */
const hashSlots = new WorkSlots({ slots: 2, waiters: 200 })

/** Call this function before a transaction begins. A slow hash would occupy a database connection. */
export function hashPassword(password: string): Promise<string> {
  return hashSlots.run(() => computeHash(password))
}

async function computeHash(password: string): Promise<string> {
  const { hash } = await argon2()
  return hash(password)
}

export async function hashOptionalPassword(password: string | null | undefined): Promise<string | undefined> {
  return password ? hashPassword(password) : undefined
}

/** Verifies a dummy hash if `passwordHash` is missing, so that the response time does not reveal accounts. */
export function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  return hashSlots.run(() => verifyHash(passwordHash, password))
}

async function verifyHash(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= computeHash('a password of no account')
  const dummy = await dummyHash
  const { verify } = await argon2()
  const argon2Hash = passwordHash != null && !isMedusaHash(passwordHash) ? passwordHash : undefined
  const matches = await verify(argon2Hash ?? dummy, password)
  return passwordHash != null && (argon2Hash ? matches : matchesMedusa(passwordHash, password))
}

/** Medusa v1 hashes with scrypt at a low cost. The next login replaces such a hash. */
export const isMedusaHash = (passwordHash: string): boolean => passwordHash.startsWith(SCRYPT_PREFIX)

const SCRYPT_PREFIX = 'c2NyeXB0A'

/** The hash has the format of the scrypt tool: header (16 bytes), salt (32), checksum (16), HMAC (32). */
async function matchesMedusa(passwordHash: string, password: string): Promise<boolean> {
  const stored = Buffer.from(passwordHash, 'base64')
  if (stored.length !== 96) return false
  const cost = { N: 2 ** stored.readUInt8(7), r: stored.readUInt32BE(8), p: stored.readUInt32BE(12) }
  const key = await derive(password, stored.subarray(16, 48), cost)
  const signature = createHmac('sha256', key.subarray(32)).update(stored.subarray(0, 64)).digest()
  return timingSafeEqual(signature, stored.subarray(64))
}

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 64, { ...cost, maxmem: 256 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

const argon2 = () => import('@node-rs/argon2')

let dummyHash: Promise<string> | undefined
