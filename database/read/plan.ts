import type { EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import { isMethod, propertyOf, type RelationLink, relationLinkOf, storedColumns, targetOf } from './entity-metadata.ts'
import type { Computation, ReadModel, Scope, Selection } from './model.ts'
import type { TreeStatement } from './tree-statement.ts'

/** How rows are read and how they are shown. A plan is made once for a selection. */
export interface ReadPlan {
  root: ReadNode
  projection: Projection
}

/** The rows of one place in the tree. */
export interface ReadNode {
  meta: EntityMetadata
  columns: readonly string[]
  timeColumns: readonly string[]
  /** The prototype of the entity if one of its methods computes a value that is shown. */
  prototype: object | undefined
  edges: readonly ReadEdge[]
  /** The statements that begin at this place, by whether they read rows that are soft-deleted. */
  statements: Map<boolean, TreeStatement>
}

/** A relation to the rows of another place. */
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
  /** Whether the rows are read exactly as they are shown, and so are all rows in them. */
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
  /** Dotted paths that computations of rows around these rows read. An empty path means these rows. */
  needs: readonly string[]
  /** The column by which rows around these rows find them. */
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
  // Shown columns come first, in their order, so that rows that are read as they are shown need no projection.
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

/** How rows are shown that were not read by a plan. */
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
