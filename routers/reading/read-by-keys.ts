import type { EntityManager } from '@mikro-orm/postgresql'
import type { Selection } from '#database/read/model.ts'
import { planRead } from '#database/read/plan.ts'
import { readTrees } from '#database/read/read-trees.ts'
import { budgetOf } from '../response-budget.ts'
import type { Resource } from './define-resource.ts'
import { projectionOfPlan, projectRow } from './project-row.ts'

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
export async function readByKeys<Row>(
  em: EntityManager,
  keys: readonly string[],
  { resource: { model }, selection, ...options }: ReadSettings<Row>,
): Promise<Row[]> {
  const plan = planRead(em, model, selection)
  const budget = budgetOf(em)
  const admit = budget && ((characters: number) => budget.addRead(characters))
  const trees = await readTrees(em, keys, { ...options, plan, admit })
  const projection = projectionOfPlan(model, selection, plan)
  return trees.map((tree) => projectRow(tree, model, projection))
}
