import { normalizeEmail } from '#entities/values/email.ts'
import type { LoginAttempt, RateLimits } from '#routers/context/services.ts'
import { limitLoginAttempts } from '#routers/pipeline/rate-limit-middleware.ts'
import type { People, VerifiedPerson } from './people.ts'

interface Attempt extends LoginAttempt {
  password: string
}

/**
 * Returns the person if the password is right. The attempt counts as a login.
 * @throws TooManyRequests after many wrong attempts.
 */
export async function verifyAttempt(
  { people, rateLimits }: { people: People; rateLimits: RateLimits },
  { ip, email, password }: Attempt,
  accepts: (person: VerifiedPerson) => boolean = () => true,
): Promise<VerifiedPerson | undefined> {
  const { person } = await limitLoginAttempts(rateLimits, { ip, email: normalizeEmail(email) }, async () => {
    const found = await people.verify(email, password)
    return found && accepts(found) ? { ok: true, person: found } : { ok: false, person: undefined }
  })
  return person
}
