import { type Executor, statement } from '#database/statement.ts'
import { LACKS_SECOND_FACTOR_SQL, type UserAndRole } from '../user/find-user.ts'
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
  const used = new Set<string>()
  for (const row of await selectSessions(em, ids)) {
    const { position, user, role_scopes, lacks_second_factor, is_use_due, customer_group_ids, ...session } = row
    if (is_use_due) used.add(session.id)
    found[position - 1] = {
      session,
      user: user && role_scopes && { user: userFromJson(user), role_scopes, lacks_second_factor },
      customer_group_ids,
    }
  }
  if (used.size > 0) await recordUses(em, [...used])
  return found
}

interface FoundRow extends SessionRow {
  /** In `ids`, from 1. */
  position: number
  user: object | null
  role_scopes: string[] | null
  lacks_second_factor: boolean
  is_use_due: boolean
  customer_group_ids: string[]
}

const selectSessions = statement<FoundRow>(`
  select wanted.position::int, s.id, s.user_id, c.id as customer_id, to_jsonb(u) - 'password_hash' - 'api_token' as "user", r.scopes as role_scopes,
    ${LACKS_SECOND_FACTOR_SQL} as lacks_second_factor,
    u.id is not null and coalesce(s.last_used_at < now() - interval '5 minutes', true) as is_use_due,
    array(select customer_group_id from customer_group_customers where customer_id = c.id order by 1) as customer_group_ids
  from unnest($1::text[]) with ordinality wanted (id, position)
  join session s on s.id = wanted.id and s.expires_at > now()
  left join customer c on c.id = s.customer_id and c.has_account and c.deleted_at is null
  left join "user" u on u.id = s.user_id and u.deleted_at is null
  left join role r on r.name = u.role`)

/** Skips a locked row, because then another request records the use or ends the session. */
const recordUses = statement(`
  update session set last_used_at = now() where id in (
    select id from session where id = any($1::text[]) for no key update skip locked)`)
