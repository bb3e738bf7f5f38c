import { grantOfRole } from '#entities/people/role/grant.ts'
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
  { user, role_scopes }: UserAndRole,
  user_authenticated_by: Authentication,
): Identity => ({ ...anonymousIdentity, user, user_authenticated_by, grants: [grantOfRole(user.role, role_scopes)] })
