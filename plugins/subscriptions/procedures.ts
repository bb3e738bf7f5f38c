import type { EntityManager } from '@mikro-orm/postgresql'
import {
  adminList,
  adminMutation,
  customerList,
  customerMutation,
  equalTo,
  lockRow,
  NotAllowed,
  NotFound,
  rest,
  router,
  rowAnswer,
} from 'cartwright'
import { z } from 'zod'
import { schedule } from './schedule.ts'
import { AdminSubscription, Subscription, SubscriptionResource } from './subscription.ts'

const Change = z.strictObject({ id: z.string(), action: z.enum(['pause', 'resume', 'skip', 'cancel']) })
const answer = rowAnswer('subscription', SubscriptionResource)
const filters = { customer_id: z.string().optional(), order_id: z.string().optional(), status: z.string().optional() }

export const admin = router({
  list: adminList('subscriptions', AdminSubscription, filters)
    .meta(rest('GET', '/subscriptions', 'List subscriptions'))
    .query(({ input: { customer_id, order_id, status } }) => [equalTo({ customer_id, order_id, status })]),

  change: adminMutation(rowAnswer('subscription', AdminSubscription))(Change)
    .meta(rest('POST', '/subscriptions/{id}', 'Pause, resume, skip or cancel a subscription'))
    .mutation(({ ctx: { em }, input }) => changeSubscription(em, input)),
})

export const store = router({
  list: customerList('subscriptions', SubscriptionResource)
    .meta(rest('GET', '/subscriptions', 'List the subscriptions of the current customer'))
    .query(({ ctx: { customer_id } }) => [{ customer_id }]),

  change: customerMutation(answer)(Change)
    .meta(rest('POST', '/subscriptions/{id}', 'Pause, resume, skip or cancel a subscription of the current customer'))
    .mutation(({ ctx: { em, customer_id }, input }) => changeSubscription(em, { ...input, customer_id })),
})

async function changeSubscription(
  em: EntityManager,
  { action, ...where }: z.output<typeof Change> & { customer_id?: string },
): Promise<void> {
  const subscription = await lockRow(em, Subscription, where)
  if (!subscription) throw new NotFound(`Subscription with id: ${where.id} was not found`)
  const { status, period } = subscription
  if (action === 'cancel') return subscription.stop('canceled')
  if (action === 'pause') return subscription.stop('paused')
  const isResumable = status === 'paused' || status === 'unpaid'
  if (action === 'resume' ? !isResumable : status !== 'active') throw new NotAllowed(`The subscription is ${status}`)
  await schedule(em, subscription, action === 'skip' ? period + 1 : period)
}
