import { AsyncLocalStorage } from 'node:async_hooks'
import { assertInScope, canReadResource } from '#entities/people/api-key/scopes.ts'
import type { Change } from '#entities/platform/audit/audit-log.ts'
import { RESOURCE_OF_TABLE } from '#entities/platform/audit/audited-tables.ts'
import type { ProcedureContext } from '../context/context.ts'
import { type Resource, relationResource } from './define-resource.ts'
import { protectorOf } from './protected-resources.ts'
import type { SelectionDefaults, SelectionInput } from './selection.ts'

/* An API key sees only rows whose resources its scopes allow, also in the audit log, events and relations. */

export type Viewer = Pick<ProcedureContext, 'api_key' | 'services'>

export const mayRead = ({ api_key, services }: Viewer, resource: string): boolean =>
  !api_key || canReadResource(api_key.scopes, services.adminProcedures, resource)

/** @throws Forbidden if the API key of the caller may not read all of these resources. */
export function assertMayRead(viewer: Viewer, resources: readonly string[]): void {
  const { api_key } = viewer
  const forbidden = resources.find((resource) => !mayRead(viewer, resource))
  if (!api_key || !forbidden) return
  const queries = viewer.services.adminProcedures.filter(({ name, reads }) => reads && name.startsWith(`${forbidden}.`))
  const hasList = queries.some(({ name }) => name === `${forbidden}.list`)
  assertInScope(api_key, { name: (hasList ? undefined : queries[0]?.name) ?? `${forbidden}.list`, reads: true })
}

/** Returns the admin resources that the caller may read, or undefined if the caller may read all of them. */
export function readableResources(viewer: Viewer): string[] | undefined {
  if (!viewer.api_key) return undefined
  const resources = viewer.services.adminProcedures.map(({ name }) => name.slice(0, name.indexOf('.')))
  return [...new Set(resources)].filter((resource) => mayRead(viewer, resource))
}

/** Returns the changes of rows that the caller may read. */
export function withoutHiddenChanges(viewer: Viewer, changes: readonly Change[]): Change[] {
  return changes.filter(({ table }) => {
    const resource = RESOURCE_OF_TABLE[table]
    return resource === undefined || mayRead(viewer, resource)
  })
}

interface View {
  resource: Resource
  defaults?: SelectionDefaults
}

export function viewFor<Whole extends View>(viewer: Viewer, view: Whole): Whole {
  if (!viewer.api_key) return view
  const isReadable = (path: string) =>
    protectorsOf(view.resource, path).every((protector) => mayRead(viewer, protector.resource))
  const relations = (view.defaults?.relations ?? []).filter(isReadable)
  return { ...view, defaults: { ...view.defaults, relations } }
}

const keyViewers = new AsyncLocalStorage<Viewer>()

/** Signs cursors for the API key of the caller, which could otherwise forge cursors to search hidden values. */
export const cursorSecretOfKey = (): string | undefined => keyViewers.getStore()?.services.cursorSecret

export const runForViewer = <Answer>(viewer: Viewer, work: () => Answer): Answer =>
  viewer.api_key ? keyViewers.run(viewer, work) : work()

interface SelectionAndOrder extends SelectionInput {
  order?: string | undefined
}

/**
 * Checks each path in `expand`, `fields` and `order`. The default relations need no further scope.
 * @throws Forbidden if the API key of the caller may not read a resource on one of these paths.
 */
export function assertMayShow({ resource, defaults }: View, { expand, fields, order }: SelectionAndOrder): void {
  const viewer = keyViewers.getStore()
  if (!viewer) return
  const defaultPaths = defaults?.relations ?? []
  const isDefault = (path: string) => defaultPaths.some((name) => name === path || name.startsWith(`${path}.`))
  const protectorsIn = (lists: readonly (string | undefined)[]) =>
    lists
      .flatMap((list) => list?.split(',') ?? [])
      .flatMap((name) => protectorsOf(resource, name.replace(/^[+*-]/, '')))
  const protectors = [
    ...protectorsIn([expand, fields]).filter(({ path }) => !isDefault(path)),
    ...protectorsIn([order]),
  ]
  assertMayRead(
    viewer,
    protectors.map((protector) => protector.resource),
  )
}

interface Protector {
  path: string
  resource: string
}

function protectorsOf(resource: Resource, path: string): Protector[] {
  const steps = path.split('.')
  const protectors: Protector[] = []
  let current = resource
  for (const [i, step] of steps.entries()) {
    const next: Resource | undefined = relationResource(current, step)
    if (!next) return protectors
    const adminResource = protectorOf(current.model.entity, next.model.entity)
    if (adminResource) protectors.push({ path: steps.slice(0, i + 1).join('.'), resource: adminResource })
    current = next
  }
  return protectors
}
