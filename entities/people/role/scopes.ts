import { InvalidData } from '#entities/errors.ts'

/* A scope is a procedure name or pattern: `orders.list`, `products.*`, `*`. The prefix `read:` allows only queries. */

export interface Callable {
  name: string
  reads: boolean
}

const SCOPE = /^(read:)?(\*|[a-zA-Z][a-zA-Z0-9]*\.([a-zA-Z][a-zA-Z0-9]*|\*))$/

/** Resources that the scope `*` does not include, because they control access or send data to other servers. */
export const OUTSIDE_WILDCARD: readonly string[] = [
  'account',
  'apiKeys',
  'auth',
  'events',
  'invites',
  'jobs',
  'roles',
  'users',
  'webhooks',
]

/** Scopes for every procedure, also of plugins and of later versions. */
export const EVERY_SCOPE: readonly string[] = ['*', ...OUTSIDE_WILDCARD.map((resource) => `${resource}.*`)]

export function validateScopes(scopes: readonly string[], procedures: readonly Callable[]): string[] {
  const unknown = scopes.filter(
    (scope) => !SCOPE.test(scope) || !procedures.some((procedure) => isAllowedByScopes([scope], procedure)),
  )
  if (unknown.length > 0)
    throw new InvalidData(`Unknown scopes: ${unknown.join(', ')}`)
      .about('scopes')
      .because({ name: 'scopes_unknown', scopes: unknown.join(', ') })
  return [...new Set(scopes)]
}

export const isAllowedByScopes = (scopes: readonly string[], { name, reads }: Callable): boolean =>
  scopes.some((scope) => includesScope(scope, reads ? `read:${name}` : name))

/** Returns whether `scope` allows everything that `other` allows, including procedures of future versions. */
export function includesScope(scope: string, other: string): boolean {
  const [outer, inner] = [parseScope(scope), parseScope(other)]
  if (outer.onlyReads && !inner.onlyReads) return false
  if (outer.resource === '*') return !OUTSIDE_WILDCARD.includes(inner.resource)
  return outer.resource === inner.resource && (outer.verb === '*' || outer.verb === inner.verb)
}

function parseScope(scope: string) {
  const [resource = '', verb = '*'] = scope.replace(/^read:/, '').split('.')
  return { onlyReads: scope.startsWith('read:'), resource, verb }
}
