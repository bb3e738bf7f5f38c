import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { type StreamedStatement, statement, statementNames, stream } from '#database/statement.ts'
import { budgetOf } from '../answer-budget.ts'
import { type Row, TreeAssembler } from './assemble-tree.ts'
import type { Keys } from './find-keys.ts'
import { PlanBudget } from './plan-budget.ts'
import type { Selection } from './selection.ts'
import { type EntitySelection, type TreeStatement, treeStatement } from './tree-statement.ts'

/*
 * Rows with the relations that are selected, in one statement, whatever their number and depth. What the entities say of
 * their columns and relations is all it needs; the unit of work would take a statement for each relation and several
 * times the CPU.
 */

export interface EntityTreeOptions<Entity extends object> extends TreeReadOptions {
  entity: EntityClass<Entity>
}

interface TreeReadOptions {
  selection: Selection
  /** Also rows that are soft-deleted. */
  withDeleted?: boolean | undefined
  /** Whether it is what is shown where callers ask for nothing. */
  isUsual: boolean
  /** What is planned of the rest. Default: that of the process. */
  budget?: PlanBudget
}

/** The rows with these primary keys, in their order; one that is not there is left out. */
export async function readTrees<Entity extends object>(
  em: EntityManager,
  keys: Keys,
  { entity, ...reading }: EntityTreeOptions<Entity>,
): Promise<object[]> {
  if ('length' in keys && keys.length === 0) return []
  const [trees] = await readTreeBatch(em, [{ ...reading, meta: em.getMetadata().get(entity), keys }])
  return trees!
}

interface TreeRequest extends TreeReadOptions, EntitySelection {
  keys: Keys
}

/** Reads trees of several kinds in one round trip, and in another what most of them do not have. */
async function readTreeBatch(em: EntityManager, wanted: readonly TreeRequest[]): Promise<Row[][]> {
  const budget = budgetOf(em)
  const admit = budget && ((characters: number) => budget.addRead(characters))
  const sent = wanted.map((one) => buildTreeStatements(one))
  await stream(em, ...sent.flatMap(({ statements }) => statements.map((one) => ({ ...one, admit }))))
  const awaited = sent.flatMap(({ growth }, i) => growth.awaited().map((one) => ({ ...wanted[i]!, ...one })))
  const found = awaited.length > 0 ? await readTreeBatch(em, awaited) : []
  for (const [i, { put }] of awaited.entries()) put(found[i]!)
  return sent.map(({ growth }) => growth.finish())
}

/** The statements that read trees, and what grows of their answers. */
function buildTreeStatements({ keys, ...reading }: TreeRequest): {
  statements: StreamedStatement[]
  growth: TreeAssembler
} {
  const plan = treePlanOf(reading)
  preparePlan(plan, reading)
  const growth = new TreeAssembler(plan)
  const trees = { sql: plan.sql, take: growth.take as StreamedStatement['take'] }
  if ('sql' in keys) {
    const take = (row: object) => growth.expect([...new Set((row as { keys: string[] }).keys)])
    return {
      statements: [
        { ...keys, parameters: [], take },
        { ...trees, parameters: [null] },
      ],
      growth,
    }
  }
  growth.expect(keys)
  return { statements: [{ ...trees, parameters: [keys] }], growth }
}

interface TreePlan extends TreeStatement {
  /** How often it was read by, until it is kept. */
  asked: number
}

/** Of what callers ask for without naming the rows of a relation: a selection that is kept is planned once. */
const treePlans = new WeakMap<Selection, Map<string, TreePlan>>()

function treePlanOf({ meta, selection, withDeleted = false }: TreeReadOptions & EntitySelection): TreePlan {
  const made = treePlans.get(selection) ?? new Map<string, TreePlan>()
  treePlans.set(selection, made)
  const key = `${meta.className} ${withDeleted}`
  const plan = made.get(key) ?? { ...treeStatement({ meta, selection }, withDeleted), asked: 0 }
  made.set(key, plan)
  return plan
}

/** Has each connection plan a statement once: what callers see who ask for nothing, and what they ask for often. */
function preparePlan(plan: TreePlan, { isUsual, budget = processBudget }: TreeReadOptions): void {
  if (statementNames.has(plan.sql)) return
  plan.asked++
  if (isUsual || budget.grants(plan.asked)) statement(plan.sql)
}

const processBudget = new PlanBudget(20)
