import { mergeRouters } from '../../trpc.ts'
import { explainTotals } from './explain-totals.ts'
import { read } from './read.ts'

export const orders = mergeRouters(read, explainTotals)
