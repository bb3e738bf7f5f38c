import type { EntityClass, EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import { forEachRow, statement, statementNames } from '#entities/statement.ts'
import { type Found, Growth } from './grow.ts'
import { PlanBudget } from './plan-budget.ts'
import type { Selection } from './selection.ts'
import { type Only, type TreeStatement, treeStatement } from './tree-statement.ts'

/*
 * Rows with the relations that are selected, in one statement, whatever their number and depth. What the entities say of
 * their columns and relations is all it needs; the unit of work would take a statement for each relation and several
 * times the CPU.
 */

export interface Tree<Entity extends object> {
  entity: EntityClass<Entity>
  selection: Selection
  /** Also rows that are soft-deleted. */
  withDeleted?: boolean | undefined
  only?: Only | undefined
  /** Whether it is what is shown where callers ask for nothing. */
  isUsual: boolean
  /** What is planned of the rest. Default: that of the process. */
  budget?: PlanBudget
}

/** The rows with these primary keys, in their order; one that is not there is left out. */
export async function readTrees<Entity extends object>(
  em: EntityManager,
  keys: readonly string[],
  tree: Tree<Entity>,
): Promise<object[]> {
  if (keys.length === 0) return []
  const plan = planOf(em.getMetadata().get(tree.entity), tree)
  keepPlan(plan, tree)
  const growth = new Growth(plan, keys)
  await forEachRow<Found>(em, { sql: plan.sql, parameters: [keys] }, growth.take)
  return growth.finish()
}

interface Plan extends TreeStatement {
  /** How often it was read by, until it is kept. */
  asked: number
}

/** Of what callers ask for without naming the rows of a relation: a selection that is kept is planned once. */
const plans = new WeakMap<Selection, Map<string, Plan>>()

function planOf(meta: EntityMetadata, { selection, withDeleted = false, only }: Tree<object>): Plan {
  const make = () => ({ ...treeStatement(meta, { selection, withDeleted, only: only ?? {} }), asked: 0 })
  if (only) return make()
  const made = plans.get(selection) ?? new Map<string, Plan>()
  plans.set(selection, made)
  const key = `${meta.className} ${withDeleted}`
  const plan = made.get(key) ?? make()
  made.set(key, plan)
  return plan
}

/** Has each connection plan a statement once: what callers see who ask for nothing, and what they ask for often. */
function keepPlan(plan: Plan, { isUsual, budget = ofProcess }: Tree<object>): void {
  if (statementNames.has(plan.sql)) return
  plan.asked++
  if (isUsual || budget.grants(plan.asked)) statement(plan.sql)
}

const ofProcess = new PlanBudget(20)
