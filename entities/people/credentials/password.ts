import { createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'

/*
 * Argon2 occupies a thread of libuv for some twenty milliseconds. Two hashes run at once, so two of the four threads stay
 * free for files and host names. No caller may hold a connection to PostgreSQL while it hashes or verifies a password.
 */
const slots = new WorkSlots({ slots: 2, waiters: 200 })

/**
 * Hashes a password with Argon2id; the result carries its own salt and cost. Call it before a transaction begins.
 * @throws Overloaded if too many hashes wait already.
 */
export function hashPassword(password: string): Promise<string> {
  return slots.run(() => computeHash(password))
}

async function computeHash(password: string): Promise<string> {
  const { hash } = await argon2()
  return hash(password)
}

/** The hash of the password; undefined for no password. */
export async function hashIfGiven(password: string | null | undefined): Promise<string | undefined> {
  return password ? hashPassword(password) : undefined
}

/**
 * Whether the password has this hash, of the shop or of Medusa v1. Without a hash it verifies a stand-in, so that the time
 * of an answer does not show whether an account exists. Call it before a transaction begins.
 * @throws Overloaded if too many hashes wait already.
 */
export function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  return slots.run(() => verifyHash(passwordHash, password))
}

async function verifyHash(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  hashOfNothing ??= computeHash('the password of nobody')
  const standIn = await hashOfNothing
  const { verify } = await argon2()
  const known = passwordHash != null && !isOfMedusa(passwordHash) ? passwordHash : undefined
  const matches = await verify(known ?? standIn, password)
  return passwordHash != null && (known ? matches : matchesMedusa(passwordHash, password))
}

/**
 * Whether it is a hash of Medusa v1: scrypt in the format of its own command-line tool, at so low a cost that it is no
 * protection. Whoever logs in with the password is given a hash of the shop's own.
 */
export const isOfMedusa = (passwordHash: string): boolean => passwordHash.startsWith(SCRYPT)

/** `scrypt` and a zero, in Base64. */
const SCRYPT = 'c2NyeXB0A'

/**
 * The format: a head of 48 bytes (`scrypt`, a version, the cost and a salt), 16 bytes that tell whether the head is whole,
 * and what the key that comes of the password makes of both.
 */
async function matchesMedusa(passwordHash: string, password: string): Promise<boolean> {
  const kept = Buffer.from(passwordHash, 'base64')
  if (kept.length !== 96) return false
  const cost = { N: 2 ** kept.readUInt8(7), r: kept.readUInt32BE(8), p: kept.readUInt32BE(12) }
  const key = await derive(password, kept.subarray(16, 48), cost)
  const said = createHmac('sha256', key.subarray(32)).update(kept.subarray(0, 64)).digest()
  return timingSafeEqual(said, kept.subarray(64))
}

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 64, { ...cost, maxmem: 256 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

const argon2 = () => import('@node-rs/argon2')

let hashOfNothing: Promise<string> | undefined
