import type { EntityManager } from '@mikro-orm/postgresql'
import { primaryKeyName } from '#database/read/entity-metadata.ts'
import { type Condition, findKeys } from '#database/read/find-keys.ts'
import { orderBySorting, primaryKeyOf } from '#database/read/positions.ts'
import { assertMayShow } from '../admin/key-reach.ts'
import type { View } from './list-rows.ts'
import { readByKeys } from './read-by-keys.ts'
import { isCustomSelection, parseSelection, type SelectionInput } from './selection.ts'
import { sortingOf } from './sorting.ts'

/**
 * The row that meets all conditions as the caller selects it, or null.
 * @throws InvalidData for a name that the resource does not have. Forbidden as `listRows`.
 */
export async function readRow<Row>(
  em: EntityManager,
  input: SelectionInput,
  { where, ...view }: View<Row> & { where: readonly (Condition | undefined)[] },
): Promise<Row | null> {
  const { resource, defaults, withDeleted } = view
  const { entity } = resource.model
  const selection = parseSelection(resource, input, defaults)
  assertMayShow(view, input)
  const key = primaryKeyName(em.getMetadata().get(entity))
  const keys = keyIn(where, key) ?? (await findKeys(em, { entity, where, filters: {} }, { limit: 1 }))
  const [row] = await readByKeys(em, keys, { resource, selection, withDeleted, isDefault: !isCustomSelection(input) })
  return row ?? null
}

/** The key if it is the only condition. */
function keyIn(where: readonly (Condition | undefined)[], key: string): [string] | undefined {
  const conditions = where.flatMap((condition) => Object.entries(condition ?? {}))
  const [name, value] = conditions[0] ?? []
  return conditions.length === 1 && name === key && typeof value === 'string' ? [value] : undefined
}

/** The rows with these keys in their order, with the default selection of the view. */
export const readRows = <Row>(em: EntityManager, keys: readonly string[], view: View<Row>): Promise<Row[]> =>
  readByKeys(em, keys, {
    resource: view.resource,
    selection: parseSelection(view.resource, {}, view.defaults),
    withDeleted: view.withDeleted,
    isDefault: true,
  })

interface AllRowsOptions<Row> extends View<Row> {
  where?: readonly (Condition | undefined)[]
  /** `-created_at` if absent. */
  defaultOrder?: string
}

/** All rows that meet the conditions, of a table that is small in every shop. */
export async function readAllRows<Row>(
  em: EntityManager,
  { where = [], defaultOrder = '-created_at', ...view }: AllRowsOptions<Row>,
): Promise<Row[]> {
  const { entity } = view.resource.model
  const meta = em.getMetadata().get(entity)
  const sorting = sortingOf(defaultOrder, { entity: meta, resource: view.resource })
  const span = { orderBy: orderBySorting(sorting, primaryKeyOf(meta)) }
  return readRows(em, await findKeys(em, { entity, where, filters: {} }, span), view)
}
