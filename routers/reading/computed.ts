import type { EntityMetadata } from '@mikro-orm/postgresql'
import { type Resource, relationResource } from './define-resource.ts'
import { relationLinkOf, relationOf, storedColumns } from './entity-metadata.ts'
import type { Selection } from './selection.ts'

/*
 * What a resource shows and no table stores: totals. It says which relations it needs for them; those are read with its
 * rows, whether they are shown or not, wherever such a row occurs.
 */

interface ComputationPlan {
  /** The selection, and what is needed to compute what it shows. */
  read: Selection
  computing: ComputationTree
  /** The selection, in which it is told what is read as it is shown. */
  shown: Selection
}

const computationPlans = new WeakMap<Selection, Map<EntityMetadata, ComputationPlan>>()

/** What is read of an entity, and computed, for a selection of its resource. */
export function computationPlanFor(meta: EntityMetadata, resource: Resource, selection: Selection): ComputationPlan {
  const made = computationPlans.get(selection) ?? new Map<EntityMetadata, ComputationPlan>()
  computationPlans.set(selection, made)
  const known = made.get(meta)
  if (known) return known
  const shown = markReadAsProjected(meta, resource, selection)
  const read = addNeededRelations(resource, shown)
  const one = { read, computing: computationTreeOf(resource, read), shown }
  made.set(meta, one)
  return one
}

/**
 * Marks the relations of which nothing but what is stored is shown, and all of it where a row around them needs them for a
 * computation. What tells where a row belongs must be among what is shown.
 */
function markReadAsProjected(
  meta: EntityMetadata,
  resource: Resource,
  selection: Selection,
  { needs, linking }: { needs: readonly string[]; linking: readonly string[] } = { needs: [], linking: [] },
): Selection {
  const computation = resource.model.computed
  const needed = [...needs, ...(computation?.needs ?? [])]
  const links: string[] = [...linking]
  const relations = Array.from(selection.relations, ([name, nested]) => {
    const related = relationResource(resource, name)
    const stored = relationOf(meta, nested.listOf ?? name)
    if (!related || !stored?.targetMeta) return [name, nested] as const
    const { near, far } = relationLinkOf(meta, stored)
    links.push(near)
    const below = needed.filter((path) => path === name || path.startsWith(`${name}.`))
    const marked = markReadAsProjected(stored.targetMeta, related, nested, {
      needs: below.map((path) => path.slice(name.length + 1)),
      linking: [far],
    })
    return [name, marked] as const
  })
  const stored = [...storedColumns(meta).keys()]
  const isReadAsShown =
    !computation &&
    [...selection.columns].every((column) => stored.includes(column)) &&
    (needs.length === 0 || stored.every((column) => selection.columns.has(column))) &&
    links.every((column) => selection.columns.has(column)) &&
    relations.every(([, nested]) => nested.isReadAsShown)
  return { ...selection, relations: new Map(relations), isReadAsShown }
}

function addNeededRelations(resource: Resource, selection: Selection): Selection {
  const needs = resource.model.computed?.needs ?? []
  const widened = needs.reduce(addRelationPath, selection)
  const relations = Array.from(widened.relations, ([name, nested]) => {
    const related = relationResource(resource, name)
    return [name, related ? addNeededRelations(related, nested) : nested] as const
  })
  return { ...widened, relations: new Map(relations) }
}

/** How to compute what is shown of rows that were read by a selection, and of all rows in them. */
export interface ComputationTree {
  compute: ((row: never) => object) | undefined
  relations: readonly (readonly [name: string, ComputationTree])[]
}

/** Only the relations in which there is something to compute. */
function computationTreeOf(resource: Resource, selection: Selection): ComputationTree {
  const relations = Array.from(selection.relations).flatMap(([name, nested]) => {
    const related = relationResource(resource, name)
    const computing = related && computationTreeOf(related, nested)
    const isIdle = !computing || (!computing.compute && computing.relations.length === 0)
    return isIdle ? [] : [[name, computing] as const]
  })
  return { compute: resource.model.computed?.compute, relations }
}

/** Changes the row, and the rows in it. */
export function computeFields(row: object, { compute, relations }: ComputationTree): void {
  if (compute) Object.assign(row, compute(row as never))
  for (const [name, nested] of relations) {
    const value = (row as Record<string, unknown>)[name]
    if (Array.isArray(value)) for (const one of value) computeFields(one, nested)
    else if (typeof value === 'object' && value !== null) computeFields(value, nested)
  }
}

function addRelationPath(selection: Selection, path: string): Selection {
  const [head = '', ...rest] = path.split('.')
  const nested = selection.relations.get(head) ?? { columns: new Set<string>(), relations: new Map() }
  const below = rest.length > 0 ? addRelationPath(nested, rest.join('.')) : nested
  return { ...selection, relations: new Map([...selection.relations, [head, below]]) }
}
