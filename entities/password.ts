/** Hashes a password with Argon2id; the result carries its own salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return hash(password)
}

/**
 * Whether the password is the one that was hashed. Takes as long where there is no hash, so that the time of an answer
 * does not tell whether an account exists; also the first time, when what stands in for it is made.
 */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  hashOfNothing ??= hashPassword('the password of nobody')
  const standIn = await hashOfNothing
  const { verify } = await argon2()
  const matches = await verify(passwordHash ?? standIn, password)
  return matches && passwordHash != null
}

const argon2 = () => import('@node-rs/argon2')

let hashOfNothing: Promise<string> | undefined
