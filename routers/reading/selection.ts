import { LRUCache } from 'lru-cache'
import type { Scope, Selection } from '#database/read/model.ts'
import { InvalidData } from '#entities/errors.ts'
import { type Resource, relationResource } from './define-resource.ts'

export type { Scope, Selection } from '#database/read/model.ts'

/** What a view shows. It is one object for each view: what is selected is kept by it. */
export interface SelectionDefaults {
  /** Dotted paths; a path brings its parents. */
  relations?: readonly string[]
  /** All columns where absent. */
  columns?: readonly string[]
  /** Columns that are shown whatever the caller names. */
  always?: readonly string[]
  /** Dotted paths that are shown beside what is expanded, where fields do not say what alone is shown. */
  kept?: readonly string[]
  /** Dotted paths that come along where anything of their first relation is asked for. */
  along?: readonly string[]
  /** Of relations, by dotted path: which rows of them alone are shown. */
  scopes?: Readonly<Record<string, Scope>>
  /** The relations that may be asked for, with their parents; all that the resource has where absent. */
  allowed?: readonly string[]
  /** `fields` that name a relation are refused. Default: they are ignored, as Medusa v1 does on most routes. */
  strictFields?: boolean
}

/** What a caller names of what is to be shown. */
export interface SelectionInput {
  expand?: string | undefined
  fields?: string | undefined
}

/**
 * Reads `expand` and `fields` against what a resource has. Both absent: the defaults. Given: what they list, what
 * goes with it or is kept, and the id; where every field has a `+`, `-` or `*` before it, they change the defaults
 * instead. `fields` do not select relations: the name of one is ignored.
 * @throws InvalidData naming everything that the resource does not have.
 */
export function parseSelection(
  resource: Resource,
  { expand, fields }: SelectionInput,
  defaults: SelectionDefaults = NO_DEFAULTS,
): Selection {
  const lately = recentSelectionsOf(resource, defaults)
  const asked = JSON.stringify([expand, fields])
  const known = lately.get(asked)
  if (known) return known
  const selection = resolveSelection(resource, { expand, fields }, defaults)
  lately.set(asked, selection)
  return selection
}

export const isCustomSelection = ({ expand, fields }: SelectionInput): boolean =>
  expand !== undefined || fields !== undefined

const NO_DEFAULTS: SelectionDefaults = {}

/**
 * What was selected lately, by what was asked for. Most callers ask for nothing, and programs for the same again and again;
 * how a selection is read is found out once for each.
 */
const selectionCaches = new WeakMap<SelectionDefaults, Map<Resource, LRUCache<string, Selection>>>()
const MAX_CACHED_SELECTIONS = 30

function recentSelectionsOf(resource: Resource, defaults: SelectionDefaults): LRUCache<string, Selection> {
  const ofDefaults = selectionCaches.get(defaults) ?? new Map<Resource, LRUCache<string, Selection>>()
  selectionCaches.set(defaults, ofDefaults)
  const lately = ofDefaults.get(resource) ?? new LRUCache<string, Selection>({ max: MAX_CACHED_SELECTIONS })
  ofDefaults.set(resource, lately)
  return lately
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
  const whole = defaults.columns ?? resource.model.columns
  const asked = fields === undefined ? whole : applyFields(relative ? whole : [], own, relative)
  const columns = [...asked, ...(defaults.always ?? [])]
  const expanded = splitNames(expand, defaults.relations ?? [])
  const isWhole = fields === undefined || relative
  const kept = isWhole && expanded.length > 0 ? (defaults.kept ?? []) : []
  const relations = addCompanionRelations([...expanded, ...kept, ...added], defaults.along)
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

function addCompanionRelations(paths: readonly string[], along: readonly string[] = []): string[] {
  const asked = new Set(paths.map(firstSegment))
  return [...paths, ...along.filter((path) => asked.has(firstSegment(path)))]
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

/** The columns with those of `fields`; a `-` takes one away where all is said relative to the defaults. */
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
    // Round and round, every list multiplied by the next: that is no question that anybody has.
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

/** The same, where of the relations with these dotted paths only the rows of a scope are shown. */
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

/** `rule.type` among the fields narrows the columns of `rule` where it is expanded; it does not expand it. */
function narrowColumns(
  resource: Resource,
  selection: Selection,
  { fields, relative, defaults }: { fields: readonly SignedField[]; relative: boolean; defaults: SelectionDefaults },
  unknown: string[],
): void {
  const wanted = new Map<Selection, SignedField[]>()
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
      wanted.set(at, [...(wanted.get(at) ?? []), { sign, name: column }])
  }
  for (const [at, own] of wanted) {
    const columns = applyFields(relative ? [...at.columns] : [], own, relative)
    at.columns = new Set(columns.filter((name) => name !== 'id' || at.columns.has('id')))
  }
}
