import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { now } from '#entities/values/clock.ts'
import { enqueueAll } from '../job/enqueue.ts'

/** A message of another system. */
export interface ReceivedNotice<Data = unknown> {
  /** The id that the other system gives to the message. A repeated message has the same id. */
  id: string
  /** A JSON value. */
  data: Data
}

/** About ten days. */
const MAX_ATTEMPTS = 50

/** Stores the new notices as jobs, in the transaction of `em`. Ignores notices with a known id. */
export async function storeNotices(
  em: EntityManager,
  webhook: string,
  notices: readonly ReceivedNotice[],
): Promise<void> {
  const ids = notices.map(({ id }) => id)
  const stored = new Set((await insertNotices(em, webhook, ids)).map(({ notice_id }) => notice_id))
  const unique = new Map(notices.filter(({ id }) => stored.has(id)).map((notice) => [notice.id, notice]))
  const jobs = Array.from(unique.values(), ({ id, data }) => ({
    payload: { webhook, id, data },
    run_at: now(),
    max_attempts: MAX_ATTEMPTS,
  }))
  await enqueueAll(em, 'process_webhook', jobs)
}

const insertNotices = statement<{ notice_id: string }>(`
  insert into received_notice (webhook, notice_id) select $1, id from unnest($2::text[]) id
  on conflict do nothing returning notice_id`)

/** Marks a notice as processed, in the transaction of `em`. Returns false if another job has processed it. */
export async function claimNotice(em: EntityManager, webhook: string, id: string): Promise<boolean> {
  return (await markProcessed(em, webhook, id)).length > 0
}

const markProcessed = statement<{ notice_id: string }>(`
  update received_notice set processed_at = now() where webhook = $1 and notice_id = $2 and processed_at is null
  returning notice_id`)

/** Another system does not repeat a message after such a time. */
export const deleteOldNotices = statement(`
  delete from received_notice where received_at < now() - interval '90 days' and processed_at is not null`)
