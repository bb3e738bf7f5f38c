import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { enqueue } from '../job/enqueue.ts'
import { lockWebhook } from './find-webhook.ts'
import { countMatchingEvents } from './queue-deliveries.ts'

/** Queues the events from the id `from` on again. Returns their number. */
export async function replayEvents(em: EntityManager, id: string, from: number): Promise<number> {
  const webhook = await lockWebhook(em, id)
  if (!webhook.is_active)
    throw new NotAllowed('Events cannot be replayed to a disabled webhook. Enable the webhook first.').because({
      name: 'webhook_disabled',
    })
  const [matching] = await countMatchingEvents(em, id, from)
  if (matching?.last == null) return 0
  await enqueue(em, 'replay_webhook', { payload: { webhook_id: id, from, to: matching.last } })
  return matching.count
}
