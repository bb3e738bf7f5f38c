import { findViolations } from '#entities/invariants/find-violations.ts'
import type { WriteLine } from '#server/base/progress.ts'
import { StartError } from '#server/base/start-error.ts'
import { catchUp, hasSlot, waitForCopy } from './replication.ts'
import type { Side } from './side.ts'
import { copySequences } from './tables.ts'

/** Waits for the first copy, and audits it. @throws StartError if the copy violates more invariants than the shop. */
export async function copyRows(source: Side, target: Side, print: WriteLine): Promise<void> {
  await waitForCopy(target, print)
  await waitForChanges(source, target, print)
  await target.query('analyze')
  await copySequences(source, target, { ahead: 10_000 })
  const [own, copied] = await Promise.all([violationsOf(source), violationsOf(target)])
  const added = copied.filter((name) => !own.includes(name))
  if (added.length > 0) throw new StartError(`The audit of the copy fails: ${added.join(', ')}`)
  print('All rows are copied, and the audit of the copy is the same')
}

/** Waits until the copy has all changes. @throws StartError if the server has not kept them. */
export async function waitForChanges(source: Side, target: Side, print: WriteLine): Promise<void> {
  for (;;) {
    if (!(await hasSlot(source)))
      throw new StartError(`${source.server} has not kept all changes for the copy at ${target.server}`)
    if (await catchUp(source, target, 60_000)) return
    print('The copy is behind')
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
