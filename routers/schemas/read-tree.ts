import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { forEachRow, statement, statementNames, type Taken } from '#entities/statement.ts'
import type { Keys } from './find-keys.ts'
import { Growth, type Row } from './grow.ts'
import { PlanBudget } from './plan-budget.ts'
import type { Selection } from './selection.ts'
import { type TreeStatement, type Trees, treeStatement } from './tree-statement.ts'

/*
 * Rows with the relations that are selected, in one statement, whatever their number and depth. What the entities say of
 * their columns and relations is all it needs; the unit of work would take a statement for each relation and several
 * times the CPU.
 */

export interface Tree<Entity extends object> extends Reading {
  entity: EntityClass<Entity>
}

interface Reading {
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
  { entity, ...reading }: Tree<Entity>,
): Promise<object[]> {
  if ('length' in keys && keys.length === 0) return []
  const [trees] = await readAll(em, [{ ...reading, meta: em.getMetadata().get(entity), keys }])
  return trees!
}

interface Wanted extends Reading, Trees {
  keys: Keys
}

/** Reads trees of several kinds in one round trip, and in another what most of them do not have. */
async function readAll(em: EntityManager, wanted: readonly Wanted[]): Promise<Row[][]> {
  const sent = wanted.map((one) => send(one))
  await forEachRow(em, ...sent.flatMap(({ statements }) => statements))
  const awaited = sent.flatMap(({ growth }, i) => growth.awaited().map((one) => ({ ...wanted[i]!, ...one })))
  const found = awaited.length > 0 ? await readAll(em, awaited) : []
  for (const [i, { put }] of awaited.entries()) put(found[i]!)
  return sent.map(({ growth }) => growth.finish())
}

/** The statements that read trees, and what grows of their answers. */
function send({ keys, ...reading }: Wanted): { statements: Taken[]; growth: Growth } {
  const plan = planOf(reading)
  keepPlan(plan, reading)
  const growth = new Growth(plan)
  const trees = { sql: plan.sql, take: growth.take as Taken['take'] }
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

interface Plan extends TreeStatement {
  /** How often it was read by, until it is kept. */
  asked: number
}

/** Of what callers ask for without naming the rows of a relation: a selection that is kept is planned once. */
const plans = new WeakMap<Selection, Map<string, Plan>>()

function planOf({ meta, selection, withDeleted = false }: Reading & Trees): Plan {
  const made = plans.get(selection) ?? new Map<string, Plan>()
  plans.set(selection, made)
  const key = `${meta.className} ${withDeleted}`
  const plan = made.get(key) ?? { ...treeStatement({ meta, selection }, withDeleted), asked: 0 }
  made.set(key, plan)
  return plan
}

/** Has each connection plan a statement once: what callers see who ask for nothing, and what they ask for often. */
function keepPlan(plan: Plan, { isUsual, budget = ofProcess }: Reading): void {
  if (statementNames.has(plan.sql)) return
  plan.asked++
  if (isUsual || budget.grants(plan.asked)) statement(plan.sql)
}

const ofProcess = new PlanBudget(20)
