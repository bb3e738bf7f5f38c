import { mergeRouters } from '../../trpc.ts'
import { claim } from './claim.ts'
import { read } from './read.ts'

export const orders = mergeRouters(read, claim)
