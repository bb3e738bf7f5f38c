import { Forbidden } from '#entities/errors.ts'
import { type Callable, EVERY_SCOPE, includesScope, isAllowedByScopes } from './scopes.ts'

/** Scopes that limit a caller. A caller with several grants can do what all of them allow, and without one nothing. */
export interface Grant {
  kind: 'role' | 'api_key'
  /** Of the role or of the API key. */
  name: string
  scopes: readonly string[]
  /** Why a role allows only the own account. */
  withheld?: 'second_factor' | undefined
}

/** The role of administrators allows everything, also procedures that are newer than its row. */
export const ADMINISTRATOR = 'admin'

/** `stored` are the scopes in the row of the role. */
export const scopesOfRole = (name: string, stored: readonly string[]): readonly string[] =>
  name === ADMINISTRATOR ? EVERY_SCOPE : stored

export const grantOfRole = (name: string, stored: readonly string[]): Grant => ({
  kind: 'role',
  name,
  scopes: scopesOfRole(name, stored),
})

/** Every role allows these procedures, which concern only the user. */
const isOwnAccount = (name: string): boolean =>
  name.startsWith('account.') || ['auth.current', 'auth.permissions', 'auth.logout'].includes(name)

/** The grant of a user without the second factor that the store requires. */
export const withholdRole = ({ kind, name }: Grant): Grant => ({ kind, name, scopes: [], withheld: 'second_factor' })

const isAllowedBy = ({ kind, scopes }: Grant, procedure: Callable): boolean =>
  isAllowedByScopes(scopes, procedure) || (kind === 'role' && isOwnAccount(procedure.name))

export const allows = (grants: readonly Grant[], procedure: Callable): boolean =>
  grants.length > 0 && grants.every((grant) => isAllowedBy(grant, procedure))

/** @throws Forbidden with the procedure that the role or the API key lacks. */
export function assertAllowed(grants: readonly Grant[], procedure: Callable): void {
  if (allows(grants, procedure)) return
  const missing = grants.find((grant) => !isAllowedBy(grant, procedure))
  throw lacks(missing, procedure.name)
}

function lacks(grant: Grant | undefined, scope: string): Forbidden {
  if (grant?.kind === 'api_key') return new Forbidden(`No scope of the API key ${grant.name} allows ${scope}`)
  if (grant?.withheld)
    return new Forbidden(
      'This shop requires two-factor authentication. Set up an authenticator app or a passkey in your account first.',
    ).because({ name: 'second_factor_missing' })
  const role = grant?.name ?? ''
  return new Forbidden(`Your role ${role} does not allow ${scope}. Ask an administrator of the shop for it.`).because({
    name: 'not_in_role',
    role,
    scope,
  })
}

/** Returns whether the grants allow a query of the resource, or any procedure if the resource has no query. */
export function canReadResource(grants: readonly Grant[], procedures: readonly Callable[], resource: string): boolean {
  const resourceProcedures = procedures.filter(({ name }) => name.startsWith(`${resource}.`))
  const inScopes = (procedure: Callable) =>
    grants.length > 0 && grants.every(({ scopes }) => isAllowedByScopes(scopes, procedure))
  if (resourceProcedures.length === 0) return inScopes({ name: `${resource}.list`, reads: true })
  const queries = resourceProcedures.filter(({ reads }) => reads)
  return (queries.length > 0 ? queries : resourceProcedures).some(inScopes)
}

/** A caller can give only scopes that all of its grants include. Returns the others. */
function missingScopes(grants: readonly Grant[], scopes: readonly string[]): string[] {
  const isHeld = (scope: string) => grants.every((grant) => grant.scopes.some((own) => includesScope(own, scope)))
  return grants.length === 0 ? [...scopes] : scopes.filter((scope) => !isHeld(scope))
}

export const canGive = (grants: readonly Grant[], scopes: readonly string[]): boolean =>
  missingScopes(grants, scopes).length === 0

/** @throws Forbidden with the scopes that the caller does not have. */
export function assertCanGive(grants: readonly Grant[], scopes: readonly string[]): void {
  const missing = missingScopes(grants, scopes)
  if (missing.length === 0) return
  throw new Forbidden(`You cannot give rights that you do not have: ${missing.join(', ')}`)
    .about('scopes')
    .because({ name: 'rights_not_held', scopes: missing.join(', ') })
}
