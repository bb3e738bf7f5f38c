import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { User } from '../user/user.ts'
import { userFromJson } from '../user/user-from-json.ts'

export interface SessionRow {
  id: string
  user_id: string | null
  customer_id: string | null
}

export interface FoundSession {
  session: SessionRow
  user: User | null
  /** Sorted. */
  customer_group_ids: string[]
}

export async function findSession(em: EntityManager, id: string): Promise<FoundSession | null> {
  const [row] = await selectSession(em, id)
  if (!row) return null
  const { user, customer_group_ids, ...session } = row
  return { session, user: user && userFromJson(user), customer_group_ids }
}

const selectSession = statement<SessionRow & { user: object | null; customer_group_ids: string[] }>(`
  select s.id, s.user_id, c.id as customer_id, to_jsonb(u) - 'password_hash' - 'api_token' as "user",
    array(select customer_group_id from customer_group_customers where customer_id = c.id order by 1) as customer_group_ids
  from session s
  left join customer c on c.id = s.customer_id and c.has_account and c.deleted_at is null
  left join "user" u on u.id = s.user_id and u.deleted_at is null
  where s.id = $1 and s.expires_at > now()`)
