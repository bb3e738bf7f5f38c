import { mergeRouters } from '../../trpc.ts'
import { webhookCrud } from './crud.ts'
import { webhookDeliveries } from './deliveries.ts'

/** Only administrators may manage webhooks, because events contain the data of the shop. */
export const webhooks = mergeRouters(webhookCrud, webhookDeliveries)
