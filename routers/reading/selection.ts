import { LRUCache } from 'lru-cache'
import type { Scope, Selection } from '#database/read/model.ts'
import { InvalidData } from '#entities/errors.ts'
import { type Resource, relationResource } from './define-resource.ts'

export type { Scope, Selection } from '#database/read/model.ts'

/**
 * Default selection of a view. Each view must reuse one such object, because the object is the key of the selection
 * cache.
 */
export interface SelectionDefaults {
  /** Dotted paths of relations. A path includes its parents. */
  relations?: readonly string[]
  /** Default: all columns. */
  columns?: readonly string[]
  alwaysColumns?: readonly string[]
  /** Relations that the response also contains if the caller expands any relation, unless `fields` lists columns. */
  relationsWithExpanded?: readonly string[]
  /** Relations that the response also contains if the caller selects the first relation of their path. */
  companionRelations?: readonly string[]
  /** The response shows only rows of a relation that have these values. The keys are dotted paths of relations. */
  scopes?: Readonly<Record<string, Scope>>
  /** Relations that callers may expand, and all parents of these relations. Default: all relations. */
  allowed?: readonly string[]
  /** Whether `fields` must not name relations. By default the server ignores them, as most routes of Medusa v1 do. */
  strictFields?: boolean
}

export interface SelectionInput {
  expand?: string | undefined
  fields?: string | undefined
}

/**
 * Returns the defaults if the caller sends neither `expand` nor `fields`, and otherwise the ID with the listed
 * names. If each field begins with `+`, `-` or `*`, the fields change the defaults.
 * @throws InvalidData if the input has unknown names. The message lists all of them.
 */
export function parseSelection(
  resource: Resource,
  { expand, fields }: SelectionInput,
  defaults: SelectionDefaults = NO_DEFAULTS,
): Selection {
  const recent = recentSelectionsOf(resource, defaults)
  const key = JSON.stringify([expand, fields])
  const known = recent.get(key)
  if (known) return known
  const selection = resolveSelection(resource, { expand, fields }, defaults)
  recent.set(key, selection)
  return selection
}

export const isCustomSelection = ({ expand, fields }: SelectionInput): boolean =>
  expand !== undefined || fields !== undefined

const NO_DEFAULTS: SelectionDefaults = {}

const selectionCaches = new WeakMap<SelectionDefaults, Map<Resource, LRUCache<string, Selection>>>()
const MAX_CACHED_SELECTIONS = 30

function recentSelectionsOf(resource: Resource, defaults: SelectionDefaults): LRUCache<string, Selection> {
  const ofDefaults = selectionCaches.get(defaults) ?? new Map<Resource, LRUCache<string, Selection>>()
  selectionCaches.set(defaults, ofDefaults)
  const recent = ofDefaults.get(resource) ?? new LRUCache<string, Selection>({ max: MAX_CACHED_SELECTIONS })
  ofDefaults.set(resource, recent)
  return recent
}

function resolveSelection(
  resource: Resource,
  { expand, fields }: SelectionInput,
  defaults: SelectionDefaults,
): Selection {
  const unknown: string[] = []
  const listed = splitNames(fields).map(readField)
  const added = listed.filter(({ sign }) => sign === '*').map(({ name }) => name)
  const named = listed.filter(({ sign }) => sign !== '*')
  const relative = listed.length > 0 && listed.every(({ sign }) => sign !== '')

  const own = named.filter(({ name }) => !name.includes('.'))
  const { columns: allColumns, fieldNames } = resource.model
  const whole = defaults.columns ? [...defaults.columns, ...fieldNames] : allColumns
  const selected = fields === undefined ? whole : applyFields(relative ? whole : [], own, relative)
  const columns = [...selected, ...(defaults.alwaysColumns ?? [])]
  const expanded = splitNames(expand, defaults.relations ?? [])
  const isWhole = fields === undefined || relative
  const withExpanded = isWhole && expanded.length > 0 ? (defaults.relationsWithExpanded ?? []) : []
  const relations = addCompanionRelations([...expanded, ...withExpanded, ...added], defaults.companionRelations)
  unknown.push(...relations.filter((path) => !isAllowed(path, defaults.allowed)))
  unknown.push(...own.map(({ name }) => name).filter((name) => name !== 'id' && !isField(resource, name, defaults)))
  const selection = restrictSelection(buildSelectionTree(resource, { relations, columns }, unknown), defaults.scopes)
  narrowColumns(
    resource,
    selection,
    { fields: named.filter(({ name }) => name.includes('.')), relative, defaults },
    unknown,
  )
  if (unknown.length > 0) throw new InvalidData(`Requested fields [${[...new Set(unknown)].join(', ')}] are not valid`)
  return selection
}

const isField = (resource: Resource, name: string, { strictFields }: SelectionDefaults): boolean =>
  resource.model.columns.includes(name) || (!strictFields && relationResource(resource, name) !== undefined)

function addCompanionRelations(paths: readonly string[], companions: readonly string[] = []): string[] {
  const expanded = new Set(paths.map(firstSegment))
  return [...paths, ...companions.filter((path) => expanded.has(firstSegment(path)))]
}

const firstSegment = (path: string) => path.split('.', 1)[0]

const isAllowed = (path: string, allowed: readonly string[] | undefined): boolean =>
  !allowed || allowed.some((known) => known === path || known.startsWith(`${path}.`))

const splitNames = (list: string | undefined, absent: readonly string[] = []) =>
  list === undefined ? absent : list.split(',').filter((name) => name !== '')

interface SignedField {
  sign: string
  name: string
}

function readField(text: string): SignedField {
  const sign = /^[+*-]/.exec(text)?.[0] ?? ''
  return { sign, name: text.slice(sign.length) }
}

function applyFields(columns: readonly string[], fields: readonly SignedField[], relative: boolean): string[] {
  const result = new Set(['id', ...columns])
  for (const { sign, name } of fields) {
    if (relative && sign === '-' && name !== 'id') result.delete(name)
    else result.add(name)
  }
  return [...result]
}

interface RelationStep {
  name: string
  related: Resource
}

function buildSelectionTree(
  resource: Resource,
  { relations, columns }: { relations: readonly string[]; columns: readonly string[] },
  unknown: string[],
  trail: readonly RelationStep[] = [],
): Selection {
  const known = new Set(resource.model.columns)
  const nested = new Map<string, string[]>()
  for (const path of relations) {
    const [head = '', ...rest] = path.split('.')
    const below = nested.get(head) ?? []
    if (rest.length > 0) below.push(rest.join('.'))
    nested.set(head, below)
  }
  const selected = new Map<string, Selection>()
  for (const [name, below] of nested) {
    const related = relationResource(resource, name)
    // A circular path could multiply the number of rows with each step.
    const isCircle = trail.some((step) => step.name === name && step.related === related)
    if (!related || isCircle) {
      unknown.push([...trail.map((step) => step.name), name].join('.'))
      continue
    }
    const steps = [...trail, { name, related }]
    const all = [...below, ...related.model.alwaysInclude]
    const selection = buildSelectionTree(related, { relations: all, columns: related.model.columns }, unknown, steps)
    selected.set(name, { ...selection, scope: related.model.scope })
  }
  return { columns: new Set(columns.filter((name) => known.has(name))), relations: selected }
}

export const restrictSelection = (selection: Selection, scopes: Readonly<Record<string, Scope>> = {}): Selection =>
  Object.entries(scopes).reduce((whole, [path, scope]) => restrictSelectionAt(whole, path.split('.'), scope), selection)

function restrictSelectionAt(selection: Selection, [name, ...below]: readonly string[], scope: Scope): Selection {
  if (name === undefined) return { ...selection, scope: { ...selection.scope, ...scope } }
  const nested = selection.relations.get(name)
  if (!nested) return selection
  return {
    ...selection,
    relations: new Map([...selection.relations, [name, restrictSelectionAt(nested, below, scope)]]),
  }
}

function narrowColumns(
  resource: Resource,
  selection: Selection,
  { fields, relative, defaults }: { fields: readonly SignedField[]; relative: boolean; defaults: SelectionDefaults },
  unknown: string[],
): void {
  const fieldsByPlace = new Map<Selection, SignedField[]>()
  for (const { sign, name } of fields) {
    const path = name.split('.')
    const column = path.pop() ?? ''
    let at: Selection | undefined = selection
    let of: Resource | undefined = resource
    for (const step of path) {
      at = at?.relations.get(step)
      of = of && relationResource(of, step)
    }
    if (!of || !isField(of, column, defaults)) unknown.push(name)
    else if (at && of.model.columns.includes(column))
      fieldsByPlace.set(at, [...(fieldsByPlace.get(at) ?? []), { sign, name: column }])
  }
  for (const [at, own] of fieldsByPlace) {
    const columns = applyFields(relative ? [...at.columns] : [], own, relative)
    at.columns = new Set(columns.filter((name) => name !== 'id' || at.columns.has('id')))
  }
}
