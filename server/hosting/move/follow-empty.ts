import { createSlot, dropCopySlots, dropSlot, publish, subscribe, truncateAll } from './replication.ts'
import type { Side } from './side.ts'
import { assertComplete, type MovedTable, tablesOf } from './tables.ts'

/**
 * Lets a new database of this program copy all rows of the shop and follow it. `moved` are the tables of the shop.
 * @throws InvalidData if the new database lacks a table.
 */
export async function followEmpty(source: Side, target: Side, moved: readonly MovedTable[]): Promise<void> {
  const tables = await tablesOf(target)
  assertComplete(moved, tables)
  await truncateAll(target, tables)
  await publish(target)
  await publish(source)
  await dropSlot(source)
  await dropCopySlots(source)
  await createSlot(source)
  try {
    await subscribe(target, source, { copies: true })
  } catch (error) {
    await dropSlot(source)
    throw error
  }
}
