import { mergeRouters } from '../../trpc.ts'
import { crud } from './crud.ts'
import { lineItems } from './line-items.ts'

export const draftOrders = mergeRouters(crud, lineItems)
