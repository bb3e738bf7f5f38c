import { findViolations } from '#entities/invariants/find-violations.ts'
import { StartError } from '#server/base/start-error.ts'
import type { MoveWork } from './move-step.ts'
import { catchUp, hasSlot, waitForCopy } from './replication.ts'
import type { Side } from './side.ts'
import { copySequences } from './tables.ts'

interface Copy extends Pick<MoveWork, 'report' | 'signal'> {
  source: Side
  target: Side
}

/** Waits for the first copy, and audits it. @throws StartError if the copy violates more invariants than the shop. */
export async function copyRows(copy: Copy): Promise<void> {
  const { source, target, report } = copy
  await waitForCopy(copy)
  await waitForChanges(copy)
  await target.query('analyze')
  await copySequences(source, target, { ahead: 10_000 })
  const [own, copied] = await Promise.all([violationsOf(source), violationsOf(target)])
  const added = copied.filter((name) => !own.includes(name))
  if (added.length > 0) throw new StartError(`The audit of the copy fails: ${added.join(', ')}`)
  report({ name: 'copied' })
}

/** Milliseconds in which a copy that is nearly complete receives a change. */
const ROUND = 5000

/** Waits until the copy has all changes. @throws StartError if the server has not kept them. */
export async function waitForChanges({ source, target, report, signal }: Copy): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    if (!(await hasSlot(source)))
      throw new StartError(`${source.server} has not kept all changes for the copy at ${target.server}`)
    if (await catchUp(source, target, ROUND)) return
    report({ name: 'catching_up' })
  }
}

async function violationsOf(side: Side): Promise<string[]> {
  const client = await side.another()
  try {
    const found = await findViolations(async (sql) => (await client.query(sql)).rows)
    return found.map(({ violation }) => violation)
  } finally {
    await client.end()
  }
}
