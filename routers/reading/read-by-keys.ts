import type { EntityManager } from '@mikro-orm/postgresql'
import type { Selection } from '#database/read/model.ts'
import { planRead } from '#database/read/plan.ts'
import { type Page, readTrees } from '#database/read/read-trees.ts'
import { budgetOf } from '../context/response-budget.ts'
import type { Resource } from './define-resource.ts'
import { showReadRows } from './show-row.ts'

export interface ReadSettings<Row> {
  resource: Resource<Row>
  selection: Selection
  withDeleted?: boolean | undefined
  isDefault: boolean
}

/**
 * Returns the rows in the order of their keys. Omits keys without a row.
 * @throws ResponseTooLarge if the rows exceed the response budget.
 */
export const readByKeys = async <Row>(
  em: EntityManager,
  keys: readonly string[],
  settings: ReadSettings<Row>,
): Promise<Row[]> => (await readRoots(em, keys, settings)).rows

/** @throws ResponseTooLarge if the rows exceed the response budget. */
export async function readRoots<Row>(
  em: EntityManager,
  roots: readonly string[] | Page,
  { resource, selection, ...options }: ReadSettings<Row>,
): Promise<{ rows: Row[]; keys: readonly string[]; count: number }> {
  const plan = planRead(em, resource.model, selection)
  const budget = budgetOf(em)
  const admit = budget && ((characters: number) => budget.addRead(characters))
  const { rows, ...found } = await readTrees(em, roots, { ...options, plan, admit })
  return { ...found, rows: showReadRows(resource, rows, { selection, plan }) }
}
