import type { EntityManager } from '@mikro-orm/postgresql'
import { normalizeEmail } from '#entities/values/email.ts'
import { enqueue } from './enqueue.ts'

/** Behaves the same for known and unknown addresses, so that the response does not reveal accounts. */
export async function enqueuePasswordToken(
  em: EntityManager,
  { to, email }: { to: 'user' | 'customer'; email: string },
): Promise<void> {
  const payload = { to, email: normalizeEmail(email) }
  await enqueue(em, 'send_password_token', { payload, key: `password_token:${to}:${payload.email}` })
}
