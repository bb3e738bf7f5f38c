import { changedTables, takeSnapshot } from '../hostile/snapshot.ts'
import type { RunningShop } from '../run-shop.ts'

/** A request of any status may change them. */
const IGNORED = ['session']

/** The returned function returns the tables that have changed since its last call. */
export async function changeDetector({ orm }: RunningShop): Promise<() => Promise<string[]>> {
  const query = (sql: string) => orm.em.fork().execute<Record<string, unknown>[]>(sql)
  // PostgreSQL advances this number with each transaction that writes, which is faster to read than all tables.
  const writes = async () => (await query('select pg_snapshot_xmax(pg_current_snapshot())::text as next'))[0]?.next
  let snapshot = await takeSnapshot(query)
  let known = await writes()
  return async () => {
    const next = await writes()
    if (next === known) return []
    known = next
    const before = snapshot
    snapshot = await takeSnapshot(query)
    return changedTables(before, snapshot).filter((table) => !IGNORED.includes(table))
  }
}
