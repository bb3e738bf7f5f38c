import { mergeRouters } from '../../trpc.ts'
import { crud } from './crud.ts'
import { watch } from './watch.ts'

export const batchJobs = mergeRouters(crud, watch)
