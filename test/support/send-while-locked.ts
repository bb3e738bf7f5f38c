import type { EntityManager } from '@mikro-orm/postgresql'
import type { Reply } from './reply.ts'
import type { TestShop } from './shop.ts'
import { waitUntil } from './wait-until.ts'

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Sends a request that must wait for an uncommitted change, commits the change and returns the reply. */
export async function sendWhileLocked<Body>(
  { orm }: TestShop,
  change: (em: EntityManager) => Promise<unknown>,
  send: () => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  const { reply } = await orm.em.fork().transactional(async (em) => {
    await change(em)
    // Deferred statements take their locks with the next one.
    await em.execute('select 1')
    const waiting = { reply: send() }
    await waitForBlockedRequest({ orm })
    return waiting
  })
  return reply
}

export const waitForBlockedRequest = ({ orm }: Pick<TestShop, 'orm'>, count = 1): Promise<void> =>
  waitUntil(async () => (await orm.em.fork().execute(WAITING)).length >= count)
