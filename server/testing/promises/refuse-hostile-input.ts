import { attack } from '../hostile/attack.ts'
import { changedTables, takeSnapshot } from '../hostile/snapshot.ts'
import { type RunningShop, runShop } from '../run-shop.ts'
import { isCallable } from './exercise.ts'
import { furnish } from './furnish.ts'
import { pluginVocabulary } from './plugin-vocabulary.ts'
import type { Subject } from './subject.ts'

const REQUESTS = 25
const SEED = 7

/** Sends invalid inputs to each procedure. Returns the answers that are not errors of the client, and changes by refused calls. */
export async function findHarmfulInputs(subject: Subject): Promise<string[]> {
  const { name, callers, samples } = await furnish(subject)
  await using shop = await runShop(subject.parts, name)
  const changes = await changeDetector(shop)
  const results = await attack({
    targets: subject.targets.filter(isCallable),
    url: shop.urls[0],
    vocabulary: await pluginVocabulary(shop.orm, subject, samples.customer),
    callers: async () => ({
      stranger: { ...callers.stranger },
      customer: { ...callers.customer },
      administrator: { ...callers.administrator },
    }),
    seed: SEED,
    requests: REQUESTS,
    atOnce: 1,
    async check({ status }) {
      const changed = await changes()
      return status >= 400 && changed.length > 0 ? `answered ${status} and changed ${changed.join(', ')}` : undefined
    },
  })
  return results.flatMap(({ complaints }) => complaints)
}

/** A request of any status may change them. */
const IGNORED = ['session']

/** The returned function returns the tables that have changed since its last call. */
async function changeDetector({ orm }: RunningShop): Promise<() => Promise<string[]>> {
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
