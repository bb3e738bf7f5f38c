import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { Unauthorized } from '#entities/errors.ts'
import type { Device } from '#entities/people/session/start-session.ts'
import { hashOf, type VerifiedPerson } from './people.ts'

/** Lifetime of the session of an operator, in hours. */
const SESSION_HOURS = 10

/** Returns the secret of a session that needs no further proof. */
export async function startSession(em: EntityManager, personId: string, device: Device): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await deleteExpired(em)
  await insertSession(em, hashOf(secret), personId, SESSION_HOURS, device.user_agent.slice(0, 500), device.address)
  return secret
}

/** @throws Unauthorized if the person is no operator, or if its password has changed since it was verified. */
export async function lockOperator(em: EntityManager, { id, passwordHash }: VerifiedPerson): Promise<void> {
  const [locked] = await selectForUpdate(em, id, passwordHash)
  if (!locked) throw new Unauthorized()
}

const selectForUpdate = statement<{ id: string }>(
  'select id from person where id = $1 and password_hash = $2 and is_operator for no key update',
)

const insertSession = statement(`
  insert into operator_session (id, person_id, expires_at, last_used_at, user_agent, address)
  values ($1, $2, now() + make_interval(hours => $3), now(), $4, $5)`)

const deleteExpired = statement('delete from operator_session where expires_at < now()')
