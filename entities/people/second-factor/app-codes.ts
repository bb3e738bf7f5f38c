import { now } from '#entities/values/clock.ts'

const PERIOD = 30

/** Returns a new secret in base 32, and the address that an authenticator app reads as a QR code. */
export async function createAppSecret({ issuer, label }: { issuer: string; label: string }): Promise<{
  secret: string
  uri: string
}> {
  const { Secret, TOTP } = await otpauth()
  const secret = new Secret({ size: 20 })
  // Apps read a colon as the end of the issuer.
  return { secret: secret.base32, uri: new TOTP({ issuer: issuer.replaceAll(':', ' '), label, secret }).toString() }
}

/**
 * Returns the time step of a code of six digits, or null if the code is wrong. The clock of the phone may differ by one
 * step.
 */
export async function stepOfCode(secret: string, code: string): Promise<number | null> {
  const { Secret, TOTP } = await otpauth()
  const timestamp = now().getTime()
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD) + delta
}

const otpauth = () => import('otpauth')
