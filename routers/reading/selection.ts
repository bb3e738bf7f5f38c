import { LRUCache } from 'lru-cache'
import type { Scope, Selection } from '#database/read/model.ts'
import { InvalidData } from '#entities/errors.ts'
import { type Resource, relationResource } from './define-resource.ts'
import { type Field, type FieldList, parseFieldList, selectColumns, splitNames } from './field-list.ts'
import { buildSelectionTree, replacePart, restrictSelection } from './selection-tree.ts'

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
  const list = fields === undefined ? undefined : parseFieldList(fields)
  const relations = relationsOf(list, expand, defaults)
  const unknown = relations.filter((path) => !isAllowed(path, defaults.allowed))
  if (list) unknown.push(...unknownColumns(resource, list, defaults))
  const names = { relations, columns: columnsOf(resource, list, defaults) }
  const selection = buildSelectionTree(resource, names, { unknown, trail: [] })
  if (list) unknown.push(...unknownNestedColumns(resource, list, defaults))
  if (unknown.length > 0) throw new InvalidData(`Requested fields [${[...new Set(unknown)].join(', ')}] are not valid`)
  const restricted = restrictSelection(selection, defaults.scopes)
  return list ? narrowRelations(restricted, resource, list) : restricted
}

/** Returns the dotted paths of the relations that the caller expands, and of the relations that the defaults add to these. */
function relationsOf(list: FieldList | undefined, expand: string | undefined, defaults: SelectionDefaults): string[] {
  const { relations = [], relationsWithExpanded = [], companionRelations = [] } = defaults
  const expanded = expand === undefined ? relations : splitNames(expand)
  const hasDefaultColumns = !list || list.isRelative
  const withExpanded = hasDefaultColumns && expanded.length > 0 ? relationsWithExpanded : []
  const selected = [...expanded, ...withExpanded, ...(list?.relations ?? [])]
  const firstNames = new Set(selected.map(firstSegment))
  return [...selected, ...companionRelations.filter((path) => firstNames.has(firstSegment(path)))]
}

const firstSegment = (path: string) => path.split('.', 1)[0]

const isAllowed = (path: string, allowed: readonly string[] | undefined): boolean =>
  !allowed || allowed.some((known) => known === path || known.startsWith(`${path}.`))

function columnsOf({ model }: Resource, list: FieldList | undefined, defaults: SelectionDefaults): string[] {
  const { columns, alwaysColumns = [] } = defaults
  const defaultColumns = columns ? [...columns, ...model.fieldNames] : model.columns
  const selected = list ? selectColumns(list.own, { defaultColumns, isRelative: list.isRelative }) : defaultColumns
  return [...selected, ...alwaysColumns]
}

const unknownColumns = (resource: Resource, { own }: FieldList, defaults: SelectionDefaults): string[] =>
  own.map(({ column }) => column).filter((name) => name !== 'id' && !isField(resource, name, defaults))

function unknownNestedColumns(resource: Resource, { nested }: FieldList, defaults: SelectionDefaults): string[] {
  const isUnknown = ({ path, column }: Field) => {
    const related = resourceAt(resource, path)
    return !related || !isField(related, column, defaults)
  }
  return nested.filter(isUnknown).map(({ path, column }) => [...path, column].join('.'))
}

const isField = (resource: Resource, name: string, { strictFields }: SelectionDefaults): boolean =>
  resource.model.columns.includes(name) || (!strictFields && relationResource(resource, name) !== undefined)

const resourceAt = (resource: Resource, path: readonly string[]): Resource | undefined =>
  path.reduce<Resource | undefined>((related, name) => related && relationResource(related, name), resource)

/** Applies the fields of relations. A field has no effect if its relation is not selected. */
function narrowRelations(selection: Selection, resource: Resource, { nested, isRelative }: FieldList): Selection {
  const columns = nested.filter(({ path, column }) => resourceAt(resource, path)?.model.columns.includes(column))
  const narrow = (part: Selection, fields: readonly Field[]): Selection => {
    const selected = selectColumns(fields, { defaultColumns: part.columns, isRelative })
    if (!part.columns.has('id')) selected.delete('id')
    return { ...part, columns: selected }
  }
  return [...Map.groupBy(columns, ({ path }) => path.join('.'))].reduce(
    (whole, [path, fields]) => replacePart(whole, path.split('.'), (part) => narrow(part, fields)),
    selection,
  )
}
