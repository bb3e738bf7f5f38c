import type { EntityManager } from '@mikro-orm/postgresql'
import type { Selection } from '#database/read/model.ts'
import { planRead } from '#database/read/plan.ts'
import { projectRow } from '#database/read/project.ts'
import { readTrees } from '#database/read/read-trees.ts'
import { budgetOf } from '../response-budget.ts'
import type { Resource } from './define-resource.ts'

export interface ReadSettings<Row> {
  resource: Resource<Row>
  selection: Selection
  withDeleted?: boolean | undefined
  /** Whether the selection is the default of a procedure. */
  isDefault: boolean
}

/** The rows with these keys in their order. Keys without a row are left out. @throws AnswerTooLarge */
export async function readByKeys<Row>(
  em: EntityManager,
  keys: readonly string[],
  { resource: { model }, selection, ...options }: ReadSettings<Row>,
): Promise<Row[]> {
  const plan = planRead(em, model, selection)
  const budget = budgetOf(em)
  const admit = budget && ((characters: number) => budget.addRead(characters))
  const trees = await readTrees(em, keys, { ...options, plan, admit })
  return trees.map((tree) => projectRow(tree, model, plan.projection))
}
