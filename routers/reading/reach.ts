import { AsyncLocalStorage } from 'node:async_hooks'
import type { MikroORM } from '@mikro-orm/postgresql'
import { LRUCache } from 'lru-cache'
import { assertAllowed, canReadResource, type Grant } from '#entities/people/role/grant.ts'
import type { Callable } from '#entities/people/role/scopes.ts'
import type { Change } from '#entities/platform/audit/audit-log.ts'
import { RESOURCE_OF_TABLE } from '#entities/platform/audit/audited-tables.ts'
import type { ProcedureContext, RequestDetails } from '../context/context.ts'
import { type Resource, relationResource } from './define-resource.ts'
import { PROTECTED_ROWS, protectorOf } from './protected-resources.ts'
import { parseSelection, type Selection, type SelectionDefaults, type SelectionInput } from './selection.ts'

/* A caller sees only rows whose resources its role and its API key allow, also in the audit log, events and relations. */

export type Viewer = Pick<ProcedureContext, 'grants' | 'services'>

/** The admin resources that a list of grants may read. */
class Reach {
  readonly #grants: readonly Grant[]
  readonly #procedures: readonly Callable[]
  readonly #known = new Map<string, boolean>()
  /** The resources that the grants may read. Undefined if they may read all. */
  readonly readable: readonly string[] | undefined

  constructor(grants: readonly Grant[], procedures: readonly Callable[]) {
    this.#grants = grants
    this.#procedures = procedures
    const resources = [...new Set(procedures.map(({ name }) => name.slice(0, name.indexOf('.'))))]
    const readable = resources.filter((resource) => this.mayRead(resource))
    this.readable = readable.length === resources.length ? undefined : readable
  }

  mayRead(resource: string): boolean {
    const known = this.#known.get(resource)
    if (known !== undefined) return known
    const answer = canReadResource(this.#grants, this.#procedures, resource)
    this.#known.set(resource, answer)
    return answer
  }
}

const MAX_CACHED_REACHES = 500
const reaches = new WeakMap<readonly Callable[], LRUCache<string, Reach>>()

function reachOf({ grants, services: { adminProcedures } }: Viewer): Reach {
  const recent = reaches.get(adminProcedures) ?? new LRUCache<string, Reach>({ max: MAX_CACHED_REACHES })
  reaches.set(adminProcedures, recent)
  const key = JSON.stringify(grants.map(({ scopes }) => scopes))
  const known = recent.get(key)
  if (known) return known
  const reach = new Reach(grants, adminProcedures)
  recent.set(key, reach)
  return reach
}

export const mayRead = (viewer: Viewer, resource: string): boolean => reachOf(viewer).mayRead(resource)

/** Returns whether the caller may read all resources. */
export const readsEverything = (viewer: Viewer): boolean => reachOf(viewer).readable === undefined

/** @throws Forbidden if the caller may not read all of these resources. */
export function assertMayRead(viewer: Viewer, resources: readonly string[]): void {
  const forbidden = resources.find((resource) => !mayRead(viewer, resource))
  if (forbidden === undefined) return
  const queries = viewer.services.adminProcedures.filter(({ name, reads }) => reads && name.startsWith(`${forbidden}.`))
  const hasList = queries.some(({ name }) => name === `${forbidden}.list`)
  assertAllowed(viewer.grants, {
    name: (hasList ? undefined : queries[0]?.name) ?? `${forbidden}.list`,
    reads: true,
  })
}

/** Returns the admin resources that the caller may read, or undefined if the caller may read all of them. */
export const readableResources = (viewer: Viewer): readonly string[] | undefined => reachOf(viewer).readable

/** Returns the changes of rows that the caller may read. */
export function withoutHiddenChanges(viewer: Viewer, changes: readonly Change[]): Change[] {
  if (readsEverything(viewer)) return [...changes]
  const protectors = protectorsOfTables(viewer.services.orm)
  return changes.filter(({ table }) => {
    const resource = RESOURCE_OF_TABLE[table] ?? protectors.get(table)
    return resource === undefined || mayRead(viewer, resource)
  })
}

/** The resources of the tables whose rows need a scope, also as relations. */
function protectorsOfTables(orm: MikroORM): ReadonlyMap<string, string> {
  const metadata = orm.getMetadata()
  return new Map(
    Array.from(PROTECTED_ROWS, ([entity, resource]) => [metadata.get(entity).tableName, resource] as const),
  )
}

interface View {
  resource: Resource
  defaults?: SelectionDefaults
}

export function viewFor<Whole extends View>(viewer: Viewer, view: Whole): Whole {
  if (readsEverything(viewer)) return view
  const isReadable = (path: string) =>
    protectorsOf(view.resource, path).every((protector) => mayRead(viewer, protector.resource))
  const relations = (view.defaults?.relations ?? []).filter(isReadable)
  return { ...view, defaults: { ...view.defaults, relations } }
}

interface LimitedCall {
  viewer: Viewer
  isLenient: boolean
}

const limitedCalls = new AsyncLocalStorage<LimitedCall | undefined>()

/** The caller, if it may not read everything. */
export const limitedViewer = (): Viewer | undefined => limitedCalls.getStore()?.viewer

/** Signs cursors for callers that may not read everything, which could otherwise forge cursors to search hidden values. */
export const cursorSecretOfViewer = (): string | undefined => limitedViewer()?.services.cursorSecret

type Call = Viewer & { request: Pick<RequestDetails, 'isLenient'> }

export const runForViewer = <Answer>(call: Call, work: () => Answer): Answer =>
  readsEverything(call) ? work() : limitedCalls.run({ viewer: call, isLenient: call.request.isLenient ?? false }, work)

/** Runs a call in code. Its caller can have more rights than the caller whose procedure makes the call. */
export const runForOtherViewer = <Answer>(work: () => Answer): Answer => limitedCalls.run(undefined, work)

interface SelectionAndOrder extends SelectionInput {
  order?: string | undefined
}

/**
 * Checks each path in `expand`, `fields` and `order`. The default relations need no further scope. A lenient request gets
 * no relation in `expand` and `fields` that the caller may not read.
 * @throws Forbidden if the caller may not read a resource on one of these paths.
 */
function readableSelection<Input extends SelectionAndOrder>({ resource, defaults }: View, input: Input): Input {
  const call = limitedCalls.getStore()
  if (!call) return input
  const { viewer, isLenient } = call
  const defaultPaths = defaults?.relations ?? []
  const isDefault = (path: string) => defaultPaths.some((name) => name === path || name.startsWith(`${path}.`))
  const protectorsIn = (name: string) => protectorsOf(resource, name.replace(/^[+*-]/, ''))
  const selected = (name: string) => protectorsIn(name).filter(({ path }) => !isDefault(path))
  const assertAll = (protectors: readonly Protector[]) =>
    assertMayRead(
      viewer,
      protectors.map((protector) => protector.resource),
    )
  assertAll(namesOf(input.order).flatMap(protectorsIn))
  if (!isLenient) {
    assertAll([...namesOf(input.expand), ...namesOf(input.fields)].flatMap(selected))
    return input
  }
  const isReadable = (name: string) => selected(name).every((protector) => mayRead(viewer, protector.resource))
  const readable = (list: string | undefined) => list && namesOf(list).filter(isReadable).join(',')
  return { ...input, expand: readable(input.expand), fields: readable(input.fields) }
}

/**
 * Returns the selection of the caller.
 * @throws InvalidData if the input has an unknown name.
 * @throws Forbidden if the caller may not read a resource in the input.
 */
export function parseReadableSelection(view: View, input: SelectionAndOrder): Selection {
  const asked = parseSelection(view.resource, input, view.defaults)
  const readable = readableSelection(view, input)
  return readable === input ? asked : parseSelection(view.resource, readable, view.defaults)
}

const namesOf = (list: string | undefined): string[] => list?.split(',') ?? []

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
