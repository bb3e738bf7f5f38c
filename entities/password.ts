import { hash, verify } from '@node-rs/argon2'

/** Hashes a password with Argon2id; the result carries its own salt and cost. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/**
 * Whether the password is the one that was hashed. Takes as long where there is no hash, so that the time of an answer
 * does not tell whether an account exists.
 */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await hashOfNothing), password)
  return matches && passwordHash != null
}

const hashOfNothing = hash('the password of nobody')
