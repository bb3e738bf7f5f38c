import type { EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import {
  isMethod,
  primaryKeyName,
  propertyOf,
  type RelationLink,
  relationLinkOf,
  storedColumns,
  targetOf,
} from './entity-metadata.ts'
import type { ReadModel, Scope, Selection } from './model.ts'
import type { TreeStatement } from './tree-statement.ts'

export interface ReadNode {
  meta: EntityMetadata
  columns: readonly string[]
  timeColumns: readonly string[]
  prototype: object | undefined
  edges: readonly ReadEdge[]
  /** The statements for reads that start at this node. */
  statements: Map<string, TreeStatement>
}

export interface ReadEdge {
  name: string
  node: ReadNode
  link: RelationLink
  orderBy: readonly object[]
  scope: Scope | undefined
  isSeparate: boolean
}

const plans = new WeakMap<Selection, ReadNode>()

export function planRead(em: EntityManager, model: ReadModel, selection: Selection): ReadNode {
  const root = plans.get(selection) ?? rootOf(em.getMetadata().get(model.entity), model, selection)
  plans.set(selection, root)
  return root
}

function rootOf(meta: EntityMetadata, model: ReadModel, selection: Selection): ReadNode {
  const root = nodeOf(meta, { model, selection, needs: [] })
  const key = primaryKeyName(meta)
  // Without the key, no read row would be found again, and each list would be empty.
  if (!root.columns.includes(key))
    throw new Error(`A resource of ${meta.className} has no column ${key}. Add it to the columns of defineResource.`)
  return root
}

/** `selection` is the part that the response shows. `needs` is the part that only computations read. */
interface NodeRequest {
  model: ReadModel | undefined
  selection: Selection | undefined
  /** Dotted paths that the computations of parent rows read. An empty path means this node. */
  needs: readonly string[]
  linkColumn?: string
}

function nodeOf(meta: EntityMetadata, { model, selection, needs, linkColumn }: NodeRequest): ReadNode {
  const allNeeds = [...needs, ...(model?.computed?.needs ?? [])]
  const relations = [...(selection?.relations.keys() ?? [])]
  const shown = [...(selection?.columns ?? []), ...relations]
  const names = new Set([...relations, ...allNeeds.map(firstStep)])
  const edges = [...names].flatMap((name) => edgeOf(meta, name, { model, selection, needs: allNeeds }))
  const stored = storedColumns(meta)
  const usesMethods = shown.some((name) => isMethod(meta, name))
  const isComputed = needs.length > 0 || model?.computed !== undefined || usesMethods
  const needed = isComputed ? stored.keys() : []
  const links = [...edges.map(({ link }) => link.near), ...(linkColumn === undefined ? [] : [linkColumn])]
  // The shown columns come first, in their order: rows without a projection are sent as PostgreSQL returns them.
  const columns = [...new Set([...shown.filter((name) => stored.has(name)), ...needed, ...links])]
  return {
    meta,
    columns,
    timeColumns: columns.filter((name) => stored.get(name)?.runtimeType === 'Date'),
    prototype: usesMethods ? meta.prototype : undefined,
    edges,
    statements: new Map(),
  }
}

function edgeOf(meta: EntityMetadata, name: string, { model, selection, needs }: NodeRequest): ReadEdge[] {
  const relation = model?.relations.get(name)
  const storedName = relation ? relation.storedName : name
  const property = storedName === undefined || isMethod(meta, storedName) ? undefined : propertyOf(meta, storedName)
  if (!property?.targetMeta) return []
  const nested = selection?.relations.get(name)
  const link = relationLinkOf(meta, property)
  const node = nodeOf(targetOf(property), {
    model: relation?.model,
    selection: nested,
    needs: needs.filter((path) => firstStep(path) === name).map((path) => path.slice(name.length + 1)),
    linkColumn: link.far,
  })
  const isSeparate = model?.loadSeparately.includes(name) === true && node.edges.length > 0
  const shownLink = relation?.isListOfOne ? { ...link, isList: true } : link
  return [{ name, node, link: shownLink, orderBy: [property.orderBy ?? []].flat(), scope: nested?.scope, isSeparate }]
}

const firstStep = (path: string): string => path.split('.', 1)[0] ?? ''
