import { Forbidden, InvalidData } from '#entities/errors.ts'

/*
 * What an API key may call. A scope is a pattern of names of procedures: `orders.list`, `products.*`, `*`. With `read:`
 * in front it allows only what changes nothing: `read:orders.*`, `read:*`.
 */

/** A procedure of the administration, by the name it has there: `orders.list`. */
export interface Callable {
  name: string
  /** Whether it changes nothing. */
  reads: boolean
}

const SCOPE = /^(read:)?(\*|[a-zA-Z]+\.([a-zA-Z]+|\*))$/

/** Who may get in, and by what: no star stands for these, a scope has to name them. */
export const NAMED_ONLY: readonly string[] = ['apiKeys', 'auth', 'invites', 'users']

/**
 * The scopes, each once.
 * @throws InvalidData for one that allows none of the procedures that there are.
 */
export function validateScopes(scopes: readonly string[], procedures: readonly Callable[]): string[] {
  const idle = scopes.filter(
    (scope) => !SCOPE.test(scope) || !procedures.some((procedure) => isAllowedByScopes([scope], procedure)),
  )
  if (idle.length > 0) throw new InvalidData(`Unknown scopes: ${idle.join(', ')}`)
  return [...new Set(scopes)]
}

/** Whether one of these scopes allows to call the procedure. */
export const isAllowedByScopes = (scopes: readonly string[], { name, reads }: Callable): boolean =>
  scopes.some((scope) => covers(scope, reads ? `read:${name}` : name))

/**
 * Whether the scopes allow to read a resource: to call one of its queries, or one of its procedures if none is a query.
 */
export function readsResource(scopes: readonly string[], procedures: readonly Callable[], resource: string): boolean {
  const own = procedures.filter(({ name }) => name.startsWith(`${resource}.`))
  const queries = own.filter(({ reads }) => reads)
  return (queries.length > 0 ? queries : own).some((procedure) => isAllowedByScopes(scopes, procedure))
}

/** @throws Forbidden */
export function assertInScope(
  { name, scopes }: { name: string; scopes: readonly string[] },
  procedure: Callable,
): void {
  if (!isAllowedByScopes(scopes, procedure))
    throw new Forbidden(`No scope of the API key ${name} allows ${procedure.name}`)
}

/** Whether `scope` allows all that `other` does, now and whatever procedures there will be. */
export function covers(scope: string, other: string): boolean {
  const [mine, theirs] = [parse(scope), parse(other)]
  if (mine.onlyReads && !theirs.onlyReads) return false
  if (mine.resource === '*') return !NAMED_ONLY.includes(theirs.resource)
  return mine.resource === theirs.resource && (mine.verb === '*' || mine.verb === theirs.verb)
}

function parse(scope: string) {
  const [resource = '', verb = '*'] = scope.replace(/^read:/, '').split('.')
  return { onlyReads: scope.startsWith('read:'), resource, verb }
}
