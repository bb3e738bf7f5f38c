import type { EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import {
  isMethod,
  isTranslated,
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
  /** The columns with texts in several languages. */
  translated: readonly string[]
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
  const meta = em.getMetadata().get(model.entity)
  const root = plans.get(selection) ?? nodeOf(meta, { model, selection, needs: [], key: primaryKeyName(meta) })
  plans.set(selection, root)
  return root
}

/** `selection` is the part that the response shows. `needs` is the part that only computations read. */
interface NodeRequest {
  model: ReadModel | undefined
  selection: Selection | undefined
  /** Dotted paths that the computations of parent rows read. An empty path means this node. */
  needs: readonly string[]
  /** The column by which the list or the parent finds the row, also if no response shows this column. */
  key: string
}

function nodeOf(meta: EntityMetadata, { model, selection, needs, key }: NodeRequest): ReadNode {
  const allNeeds = [...needs, ...(model?.computed?.needs ?? [])]
  const relations = [...(selection?.relations.keys() ?? [])]
  const shown = [...(selection?.columns ?? []), ...relations]
  const names = new Set([...relations, ...allNeeds.map(firstStep)])
  const edges = [...names].flatMap((name) => edgeOf(meta, name, { model, selection, needs: allNeeds }))
  const stored = storedColumns(meta)
  const usesMethods = shown.some((name) => isMethod(meta, name))
  const isComputed = needs.length > 0 || model?.computed !== undefined || usesMethods
  const needed = isComputed ? stored.keys() : []
  const keys = [...edges.map(({ link }) => link.near), key]
  // The shown columns come first, in their order: rows without a projection are sent as PostgreSQL returns them.
  const columns = [...new Set([...shown.filter((name) => stored.has(name)), ...needed, ...keys])]
  return {
    meta,
    columns,
    timeColumns: columns.filter((name) => stored.get(name)?.runtimeType === 'Date'),
    translated: columns.filter((name) => isTranslated(stored.get(name) ?? {})),
    prototype: usesMethods ? meta.prototype : undefined,
    edges,
    statements: new Map(),
  }
}

function edgeOf(meta: EntityMetadata, name: string, { model, selection, needs }: Omit<NodeRequest, 'key'>): ReadEdge[] {
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
    key: link.far,
  })
  const isSeparate = model?.loadSeparately.includes(name) === true && node.edges.length > 0
  const shownLink = relation?.isListOfOne ? { ...link, isList: true } : link
  return [{ name, node, link: shownLink, orderBy: [property.orderBy ?? []].flat(), scope: nested?.scope, isSeparate }]
}

const firstStep = (path: string): string => path.split('.', 1)[0] ?? ''
