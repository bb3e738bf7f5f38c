import { type Executor, statement } from '#database/statement.ts'
import type { UserAndRole } from '../user/find-user.ts'
import { userFromJson } from '../user/user-from-json.ts'

export interface SessionRow {
  id: string
  user_id: string | null
  customer_id: string | null
}

export interface FoundSession {
  session: SessionRow
  user: UserAndRole | null
  /** Sorted. */
  customer_group_ids: string[]
}

/**
 * Returns the sessions in the order of `ids`, and null for a session that does not exist or has expired. Equal ids get
 * different objects, because a request may change them.
 */
export async function findSessions(em: Executor, ids: readonly string[]): Promise<(FoundSession | null)[]> {
  const found: (FoundSession | null)[] = ids.map(() => null)
  for (const { position, user, role_scopes, customer_group_ids, ...session } of await selectSessions(em, ids))
    found[position - 1] = {
      session,
      user: user && role_scopes && { user: userFromJson(user), role_scopes },
      customer_group_ids,
    }
  return found
}

interface FoundRow extends SessionRow {
  /** In `ids`, from 1. */
  position: number
  user: object | null
  role_scopes: string[] | null
  customer_group_ids: string[]
}

const selectSessions = statement<FoundRow>(`
  select wanted.position::int, s.id, s.user_id, c.id as customer_id, to_jsonb(u) - 'password_hash' - 'api_token' as "user", r.scopes as role_scopes,
    array(select customer_group_id from customer_group_customers where customer_id = c.id order by 1) as customer_group_ids
  from unnest($1::text[]) with ordinality wanted (id, position)
  join session s on s.id = wanted.id and s.expires_at > now()
  left join customer c on c.id = s.customer_id and c.has_account and c.deleted_at is null
  left join "user" u on u.id = s.user_id and u.deleted_at is null
  left join role r on r.name = u.role`)
