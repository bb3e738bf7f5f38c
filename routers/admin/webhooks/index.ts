import { mergeRouters } from '../../procedures/trpc.ts'
import { webhookCrud } from './crud.ts'
import { webhookDeliveries } from './deliveries.ts'

export const webhooks = mergeRouters(webhookCrud, webhookDeliveries)
