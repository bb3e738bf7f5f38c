import { mergeRouters } from '../../trpc.ts'
import { webhookCrud } from './crud.ts'
import { webhookDeliveries } from './deliveries.ts'

/** Whoever is told of events learns what the shop does: these are for administrators. */
export const webhooks = mergeRouters(webhookCrud, webhookDeliveries)
