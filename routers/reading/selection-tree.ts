import type { Scope, Selection } from '#database/read/model.ts'
import { type Resource, relationResource } from './define-resource.ts'

interface SelectedNames {
  /** Dotted paths. */
  relations: readonly string[]
  columns: readonly string[]
}

interface TreeContext {
  /** Receives the paths of unknown and circular relations. */
  unknown: string[]
  trail: readonly RelationStep[]
}

interface RelationStep {
  name: string
  related: Resource
}

export function buildSelectionTree(
  resource: Resource,
  { relations, columns }: SelectedNames,
  { unknown, trail }: TreeContext,
): Selection {
  const known = new Set(resource.model.columns)
  const selected = new Map<string, Selection>()
  for (const [name, pathsBelow] of groupByFirstSegment(relations)) {
    const related = relationResource(resource, name)
    // A circular path could multiply the number of rows with each step.
    const isCircle = trail.some((step) => step.name === name && step.related === related)
    if (!related || isCircle) {
      unknown.push([...trail.map((step) => step.name), name].join('.'))
      continue
    }
    const selection = buildSelectionTree(
      related,
      { relations: [...pathsBelow, ...related.model.alwaysInclude], columns: related.model.columns },
      { unknown, trail: [...trail, { name, related }] },
    )
    selected.set(name, { ...selection, scope: related.model.scope })
  }
  return { columns: new Set(columns.filter((name) => known.has(name))), relations: selected }
}

function groupByFirstSegment(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const [first = '', ...rest] = path.split('.')
    const pathsBelow = groups.get(first) ?? []
    if (rest.length > 0) pathsBelow.push(rest.join('.'))
    groups.set(first, pathsBelow)
  }
  return groups
}

export const restrictSelection = (selection: Selection, scopes: Readonly<Record<string, Scope>> = {}): Selection =>
  Object.entries(scopes).reduce(
    (whole, [path, scope]) =>
      replacePart(whole, path.split('.'), (part) => ({ ...part, scope: { ...part.scope, ...scope } })),
    selection,
  )

/** Replaces the part at the path. Returns the selection unchanged if the path is not selected. */
export function replacePart(
  selection: Selection,
  [name, ...pathBelow]: readonly string[],
  replace: (part: Selection) => Selection,
): Selection {
  if (name === undefined) return replace(selection)
  const part = selection.relations.get(name)
  if (!part) return selection
  return { ...selection, relations: new Map([...selection.relations, [name, replacePart(part, pathBelow, replace)]]) }
}
