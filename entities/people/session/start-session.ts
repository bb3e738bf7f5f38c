import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '#entities/query.ts'
import { newId } from '#entities/values/id.ts'

export interface NewSession {
  user_id: string | null
  customer_id: string | null
  lifetimeSeconds: number
}

export async function startSession(
  em: EntityManager,
  { user_id, customer_id, lifetimeSeconds }: NewSession,
): Promise<string> {
  const id = newId('sess')
  await insertSession(em, id, user_id, customer_id, lifetimeSeconds)
  return id
}

const insertSession = query((db, id: string, user_id: string | null, customer_id: string | null, seconds: number) =>
  db.insertInto('session').values({
    id,
    user_id,
    customer_id,
    created_at: sql`now()`,
    expires_at: sql`now() + make_interval(secs => ${seconds})`,
  }),
)
