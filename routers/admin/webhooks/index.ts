import { mergeRouters } from '../../trpc.ts'
import { crud } from './crud.ts'
import { deliveries } from './deliveries.ts'

/** Whoever is told of events learns what the shop does: these are for administrators. */
export const webhooks = mergeRouters(crud, deliveries)
