import type { EntityManager } from '@mikro-orm/postgresql'
import { enqueue } from './enqueue.ts'

/**
 * Has a token for a new password sent, if this is the e-mail of an account. Does the same, and takes as long, if it is
 * not. Who asks again before it was sent gets one token.
 */
export async function enqueuePasswordToken(
  em: EntityManager,
  { to, email }: { to: 'user' | 'customer'; email: string },
): Promise<void> {
  const payload = { to, email: email.toLowerCase() }
  await enqueue(em, 'send_password_token', { payload, key: `password_token:${to}:${payload.email}` })
}
