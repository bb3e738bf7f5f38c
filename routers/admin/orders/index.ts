import { mergeRouters } from '../../trpc.ts'
import { claims } from './claims.ts'
import { explainTotals } from './explain-totals.ts'
import { fulfillments } from './fulfillments.ts'
import { money } from './money.ts'
import { read } from './read.ts'
import { returns } from './returns.ts'
import { states } from './states.ts'
import { swaps } from './swaps.ts'
import { update } from './update.ts'

export const orders = mergeRouters(read, explainTotals, update, money, states, fulfillments, returns, claims, swaps)
