import { mergeRouters } from '../../procedures/trpc.ts'
import { batchJobCrud } from './crud.ts'
import { batchJobMappings } from './mappings.ts'
import { batchJobPictures } from './pictures.ts'
import { batchJobWatch } from './watch-batch-job.ts'

export const batchJobs = mergeRouters(batchJobCrud, batchJobMappings, batchJobPictures, batchJobWatch)
