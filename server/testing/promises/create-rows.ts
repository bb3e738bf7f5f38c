import type { Target } from '../hostile/targets.ts'
import { callersOf, exercise, isCallable, type Stage } from './exercise.ts'
import { tablesOf } from './plugin-tables.ts'
import type { CallerName } from './sample-database.ts'

const MAX_ROUNDS = 3
const ROWS = 4

/**
 * Calls the mutations of the plugin to create rows for both customers. A mutation that creates no row runs once, because it
 * may delete rows.
 */
export async function createRows(stage: Stage): Promise<void> {
  let waiting = stage.subject.targets.filter((target) => target.type === 'mutation' && isCallable(target))
  for (let round = 0; round < MAX_ROUNDS && waiting.length > 0; round++) {
    const refused: Target[] = []
    for (const target of waiting) if (!(await createRowsWith(stage, target))) refused.push(target)
    if (refused.length === waiting.length) return
    waiting = refused
  }
}

/** Returns whether the shop accepted a call. */
async function createRowsWith(stage: Stage, target: Target): Promise<boolean> {
  const callers: CallerName[] = target.access === 'customer' ? ['customer', 'otherCustomer'] : callersOf(target)
  let isAnyAccepted = false
  for (const caller of callers) {
    let before = await countRows(stage)
    const onAccepted = async () => {
      const after = await countRows(stage)
      const hasCreated = after > before
      before = after
      return !hasCreated
    }
    const accepted = await exercise(stage, target, { caller, count: ROWS, onAccepted })
    isAnyAccepted ||= accepted.length > 0
  }
  return isAnyAccepted
}

async function countRows({ shop: { orm }, subject }: Stage): Promise<number> {
  const each = tablesOf(orm, subject.plugin).map((table) => `(select count(*) from "${table}")`)
  const [row] = await orm.em.fork().execute<[{ count: number }]>(`select (${['0', ...each].join(' + ')})::int as count`)
  return row.count
}
