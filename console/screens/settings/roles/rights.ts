import type { RouterOutputs } from '#client/index.ts'

/** A procedure that roles can name. */
export type Right = RouterOutputs['admin']['roles']['listScopes']['scopes'][number]

/** The rights of a role in a resource. `some` is a list of procedures. */
export type Level = 'none' | 'view' | 'some' | 'all'

/** The rights of a role in all resources, except the closed ones. */
export type Breadth = 'none' | 'view' | 'all'

/** Resources that the scopes for all resources do not include. */
export const CLOSED: ReadonlySet<string> = new Set([
  ...['account', 'apiKeys', 'auth', 'events', 'invites', 'jobs', 'roles', 'users', 'webhooks'],
])

export const resourceOf = (name: string): string => name.split('.')[0] ?? name

/** Whether the scopes allow a procedure. The shop decides the same in `entities/people/role/scopes.ts`. */
export const isIn = (scopes: readonly string[], { name, reads }: Pick<Right, 'name' | 'reads'>): boolean =>
  scopes.some((scope) => {
    const onlyReads = scope.startsWith('read:')
    if (onlyReads && !reads) return false
    const [resource, verb] = scope.replace(/^read:/, '').split('.')
    if (resource === '*') return !CLOSED.has(resourceOf(name))
    return resource === resourceOf(name) && (verb === '*' || `${resource}.${verb}` === name)
  })

export const breadthOf = (scopes: readonly string[]): Breadth =>
  scopes.includes('*') ? 'all' : scopes.includes('read:*') ? 'view' : 'none'

export function withBreadth(scopes: readonly string[], breadth: Breadth): string[] {
  const others = scopes.filter((scope) => scope !== '*' && scope !== 'read:*')
  return breadth === 'none' ? others : [breadth === 'all' ? '*' : 'read:*', ...others]
}

const isOf = (resource: string) => (scope: string) => resourceOf(scope.replace(/^read:/, '')) === resource

export function levelOf(scopes: readonly string[], resource: string): Level {
  const own = scopes.filter(isOf(resource))
  if (own.includes(`${resource}.*`)) return 'all'
  if (own.length === 0) return 'none'
  return own.length === 1 && own[0] === `read:${resource}.*` ? 'view' : 'some'
}

/** Keeps the single procedures if the level is `some`. */
export function withLevel(scopes: readonly string[], resource: string, level: Level): string[] {
  const others = scopes.filter((scope) => !isOf(resource)(scope))
  if (level === 'all') return [...others, `${resource}.*`]
  if (level === 'none') return others
  const single = level === 'some' ? scopes.filter((scope) => isOf(resource)(scope) && scope !== `${resource}.*`) : []
  return [...new Set([...others, `read:${resource}.*`, ...single])]
}

/** Adds or removes one procedure. */
export const withRight = (scopes: readonly string[], name: string, isOn: boolean): string[] =>
  isOn ? [...new Set([...scopes, name])] : scopes.filter((scope) => scope !== name)
