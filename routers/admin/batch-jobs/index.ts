import { mergeRouters } from '../../trpc.ts'
import { crud } from './crud.ts'

export const batchJobs = mergeRouters(crud)
