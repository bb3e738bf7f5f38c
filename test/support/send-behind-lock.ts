import type { Reply } from './sample-api.ts'
import type { TestShop } from './shop.ts'
import { waitUntil } from './wait-until.ts'

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** What a request answers that has to wait for a change to be committed, which others do not see before. */
export async function sendBehindLock(
  { orm }: TestShop,
  [change, values]: readonly [sql: string, values: readonly unknown[]],
  send: () => Promise<Reply>,
): Promise<Reply> {
  const { reply } = await orm.em.fork().transactional(async (em) => {
    await em.execute(change, values)
    const waiting = { reply: send() }
    await waitUntil(async () => (await orm.em.fork().execute(WAITING)).length > 0)
    return waiting
  })
  return reply
}
