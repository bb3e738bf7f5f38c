import type { EntityManager } from '@mikro-orm/postgresql'
import { primaryKeyName } from '#database/read/entity-metadata.ts'
import { type Condition, findKeys } from '#database/read/find-keys.ts'
import type { Page } from '#database/read/read-trees.ts'
import { PART_SIZE } from '#database/read/tree-statement.ts'
import type { View } from './list-rows.ts'
import { parseReadableSelection } from './reach.ts'
import { type ReadSettings, readByKeys, readRoots } from './read-by-keys.ts'
import { isCustomSelection, parseSelection, type SelectionInput } from './selection.ts'
import { simplePage } from './simple-page.ts'
import { listSorting } from './sorting.ts'

/**
 * Returns the row that meets all conditions, with the selection of the caller, or null if there is no such row.
 * @throws InvalidData if the selection has an unknown name.
 * @throws Forbidden if the caller may not read a selected relation.
 */
export async function readRow<Row>(
  em: EntityManager,
  input: SelectionInput,
  { where = [], page, ...view }: View<Row> & RowSource,
): Promise<Row | null> {
  const { resource, withDeleted } = view
  const { entity } = resource.model
  const selection = parseReadableSelection(view, input)
  const key = primaryKeyName(em.getMetadata().get(entity))
  const roots = page ?? keyIn(where, key) ?? (await findKeys(em, { entity, where, filters: {} }, { limit: 1 }))
  const isDefault = !isCustomSelection(input)
  const { rows } = await readRoots(em, roots, { resource, selection, withDeleted, isDefault })
  return rows[0] ?? null
}

type RowSource = { where: readonly (Condition | undefined)[]; page?: undefined } | { where?: undefined; page: Page }

function keyIn(where: readonly (Condition | undefined)[], key: string): [string] | undefined {
  const conditions = where.flatMap((condition) => Object.entries(condition ?? {}))
  const [name, value] = conditions[0] ?? []
  return conditions.length === 1 && name === key && typeof value === 'string' ? [value] : undefined
}

export const readRows = <Row>(em: EntityManager, keys: readonly string[], view: View<Row>): Promise<Row[]> =>
  readByKeys(em, keys, defaultSettings(view))

const defaultSettings = <Row>({ resource, defaults, withDeleted }: View<Row>): ReadSettings<Row> => ({
  resource,
  selection: parseSelection(resource, {}, defaults),
  withDeleted,
  isDefault: true,
})

interface AllRowsOptions<Row> extends View<Row> {
  where?: readonly (Condition | undefined)[]
  /** Default: `-created_at`, or the primary key, descending, if the resource does not show `created_at`. */
  defaultOrder?: string
}

/** Has no limit, so it is only for tables that are small in every shop. */
export async function readAllRows<Row>(
  em: EntityManager,
  { where = [], defaultOrder, ...view }: AllRowsOptions<Row>,
): Promise<Row[]> {
  const { entity } = view.resource.model
  const sorting = listSorting(em, view.resource, { order: defaultOrder })
  const search = { entity, where, filters: {} }
  const page = simplePage(em, { search, sorting }, { limit: Number.MAX_SAFE_INTEGER, offset: 0, isCounted: false })
  if (!page) return readRows(em, await findKeys(em, search, { sorting }), view)
  const { keys, rows } = await readRoots(em, page, defaultSettings(view))
  return [...rows, ...(await readRows(em, keys.slice(PART_SIZE), view))]
}
