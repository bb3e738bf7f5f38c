import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '../statement.ts'

/** Who a session stands for. A customer whose account is gone is nobody. */
export interface SessionFacts {
  id: string
  user_id: string | null
  customer_id: string | null
}

/** Null where there is no such session, or it has ended. */
export async function findSession(em: EntityManager, id: string): Promise<SessionFacts | null> {
  const [found] = await liveSession(em, id)
  return found ?? null
}

const liveSession = statement<SessionFacts>(`
  select s.id, s.user_id, c.id as customer_id
  from session s left join customer c on c.id = s.customer_id and c.has_account and c.deleted_at is null
  where s.id = $1 and s.expires_at > now()`)
