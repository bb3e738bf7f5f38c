import { type Executor, statement } from '#database/statement.ts'
import { Unauthorized } from '#entities/errors.ts'
import { ADMINISTRATOR, type Grant, grantOfRole } from './grant.ts'

export interface Granted {
  user: { id: string } | null
  api_key: { id: string } | null
  /** The plugin that calls in code, in its own name. */
  plugin?: string | undefined
  grants: readonly Grant[]
}

/**
 * Returns the current grants of the caller. Until the end of the transaction, no other transaction gives or takes rights:
 * roles of users, scopes of roles, invitations and API keys. The command line and a plugin keep their grants.
 */
export async function lockGrants(em: Executor, { user, api_key, plugin, grants }: Granted): Promise<readonly Grant[]> {
  await lockRights(em, ADMINISTRATOR)
  if (!user || plugin) return grants
  const [current] = await selectGrants(em, user.id, api_key?.id ?? null)
  if (!current) throw new Unauthorized()
  const { role, role_scopes, key_name, key_scopes } = current
  const roleGrant = grantOfRole(role, role_scopes)
  if (!api_key) return [roleGrant]
  if (key_name === null || !key_scopes) throw new Unauthorized()
  return [roleGrant, { kind: 'api_key', name: key_name, scopes: key_scopes }]
}

/** One row, so that two changes of rights cannot wait for each other. */
const lockRights = statement(`select from role where name = $1 for no key update`)

interface CurrentGrants {
  role: string
  role_scopes: string[]
  key_name: string | null
  key_scopes: string[] | null
}

const selectGrants = statement<CurrentGrants>(`
  select u.role, r.scopes as role_scopes, k.name as key_name, k.scopes as key_scopes
  from "user" u
  join role r on r.name = u.role
  left join api_key k on k.id = $2 and k.deleted_at is null
  where u.id = $1 and u.deleted_at is null`)
