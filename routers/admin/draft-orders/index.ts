import { mergeRouters } from '../../procedures/trpc.ts'
import { draftOrderCrud } from './crud.ts'
import { lineItems } from './line-items.ts'
import { paymentLinks } from './payment-links.ts'

export const draftOrders = mergeRouters(draftOrderCrud, lineItems, paymentLinks)
