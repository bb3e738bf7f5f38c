import { grantOfRole, withholdRole } from '#entities/people/role/grant.ts'
import type { UserAndRole } from '#entities/people/user/find-user.ts'
import type { Authentication } from '#entities/platform/audit/audit-log.ts'
import type { Identity } from '#routers/context/context.ts'

export const anonymousIdentity: Identity = {
  user: null,
  user_authenticated_by: null,
  api_key: null,
  grants: [],
  customer_id: null,
  customer_authenticated_by: null,
}

export const identityOfUser = (
  { user, role_scopes, lacks_second_factor }: UserAndRole,
  user_authenticated_by: Authentication,
): Identity => {
  const grant = grantOfRole(user.role, role_scopes)
  // An administrator has given out an API token on purpose, and a program has no second factor.
  const isWithheld = lacks_second_factor && user_authenticated_by !== 'api_token'
  return { ...anonymousIdentity, user, user_authenticated_by, grants: [isWithheld ? withholdRole(grant) : grant] }
}
