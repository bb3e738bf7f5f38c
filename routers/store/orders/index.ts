import { mergeRouters } from '../../procedures/trpc.ts'
import { orderAccessClaim } from './claim-order-access.ts'
import { read } from './read.ts'

export const orders = mergeRouters(read, orderAccessClaim)
