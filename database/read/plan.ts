import type { EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import { isMethod, propertyOf, type RelationLink, relationLinkOf, storedColumns, targetOf } from './entity-metadata.ts'
import type { Computation, ReadModel, Scope, Selection } from './model.ts'
import type { TreeStatement } from './tree-statement.ts'

/** How rows of a selection are read and shown. A plan is made once for each selection. */
export interface ReadPlan {
  root: ReadNode
  projection: Projection
}

/** A node of the plan: the rows at one path of the tree. */
export interface ReadNode {
  meta: EntityMetadata
  columns: readonly string[]
  timeColumns: readonly string[]
  /** The prototype of the entity, if a shown value is computed by one of its methods. */
  prototype: object | undefined
  edges: readonly ReadEdge[]
  /** The statement for reads that start at this node, with and without soft-deleted rows. */
  statements: Map<boolean, TreeStatement>
}

/** An edge of the plan: the relation from the rows of a node to those of another node. */
export interface ReadEdge {
  name: string
  node: ReadNode
  link: RelationLink
  orderBy: readonly object[]
  scope: Scope | undefined
  isSeparate: boolean
}

export interface Projection {
  columns: readonly string[]
  relations: readonly (readonly [name: string, Projection])[]
  compute: Computation['compute'] | undefined
  /** True if the statement returns exactly the shown columns at this node and below, so no projection is needed. */
  isExact: boolean
}

const plans = new WeakMap<Selection, ReadPlan>()

export function planRead(em: EntityManager, model: ReadModel, selection: Selection): ReadPlan {
  const known = plans.get(selection)
  if (known) return known
  const root = nodeOf(em.getMetadata().get(model.entity), { model, selection, needs: [] })
  const plan = { root, projection: projectionOf(model, selection, root) }
  plans.set(selection, plan)
  return plan
}

interface Place {
  model: ReadModel | undefined
  /** Undefined if the rows are read only for a computation. */
  selection: Selection | undefined
  /** Dotted paths that the computations of parent rows read. An empty path means this node. */
  needs: readonly string[]
  /** The column on which the parent rows join. */
  linkColumn?: string
}

function nodeOf(meta: EntityMetadata, { model, selection, needs, linkColumn }: Place): ReadNode {
  const allNeeds = [...needs, ...(model?.computed?.needs ?? [])]
  const shown = [...(selection?.columns ?? []), ...(selection?.relations.keys() ?? [])]
  const names = new Set([...(selection?.relations.keys() ?? []), ...allNeeds.map(firstStep)])
  const edges = [...names].flatMap((name) => edgeOf(meta, name, { model, selection, needs: allNeeds }))
  const stored = storedColumns(meta)
  const usesMethods = shown.some((name) => isMethod(meta, name))
  const isWhole = needs.length > 0 || model?.computed !== undefined || usesMethods
  const links = [...edges.map(({ link }) => link.near), ...(linkColumn === undefined ? [] : [linkColumn])]
  // The shown columns come first, in their order. Rows that need no projection depend on it.
  const columns = [
    ...new Set([...shown.filter((name) => stored.has(name)), ...(isWhole ? stored.keys() : []), ...links]),
  ]
  const timeColumns = columns.filter((name) => stored.get(name)?.runtimeType === 'Date')
  return {
    meta,
    columns,
    timeColumns,
    prototype: usesMethods ? meta.prototype : undefined,
    edges,
    statements: new Map(),
  }
}

function edgeOf(meta: EntityMetadata, name: string, { model, selection, needs }: Place): ReadEdge[] {
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
  return [
    {
      name,
      node,
      link: relation?.isListOfOne ? { ...link, isList: true } : link,
      orderBy: [property.orderBy ?? []].flat(),
      scope: nested?.scope,
      isSeparate: model?.loadSeparately.includes(name) === true && node.edges.length > 0,
    },
  ]
}

const firstStep = (path: string): string => path.split('.', 1)[0] ?? ''

const projections = new WeakMap<Selection, Projection>()

/** Returns the projection for rows that no plan has read. */
export function planProjection(model: ReadModel, selection: Selection): Projection {
  const projection = projections.get(selection) ?? projectionOf(model, selection)
  projections.set(selection, projection)
  return projection
}

function projectionOf(model: ReadModel, { columns, relations }: Selection, node?: ReadNode): Projection {
  const nested = Array.from(relations).flatMap(([name, selection]): [name: string, Projection][] => {
    const edge = node?.edges.find((one) => one.name === name)
    const related = model.relations.get(name)?.model
    return related ? [[name, projectionOf(related, selection, edge?.node)]] : []
  })
  const isExact =
    node !== undefined &&
    model.computed === undefined &&
    node.columns.length === columns.size &&
    node.columns.every((name) => columns.has(name)) &&
    node.edges.length === nested.length &&
    nested.every(([, { isExact }]) => isExact)
  return { columns: [...columns], relations: nested, compute: model.computed?.compute, isExact }
}
