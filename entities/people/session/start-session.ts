import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { newId } from '#entities/values/id.ts'

export interface NewSession {
  user_id: string | null
  customer_id: string | null
  /** Lifetime by the clock of PostgreSQL. */
  seconds: number
}

export async function startSession(em: EntityManager, { user_id, customer_id, seconds }: NewSession): Promise<string> {
  const id = newId('sess')
  await insertSession(em, id, user_id, customer_id, seconds)
  return id
}

const insertSession = statement(`
  insert into session (id, user_id, customer_id, created_at, expires_at)
  values ($1, $2, $3, now(), now() + make_interval(secs => $4))`)
