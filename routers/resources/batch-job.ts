import { z } from 'zod'
import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { BATCH_JOB_STATUSES } from '#entities/platform/batch-job/states.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, type RowOf, toOne } from '../reading/define-resource.ts'
import { UserResource } from './user.ts'

const BatchError = z.object({
  message: z.string(),
  code: z.string(),
  err: z.array(
    z.object({
      line: z.int().optional(),
      row: z.int().optional().describe('Row number in a spreadsheet, if it is not the line.'),
      handle: z.string().optional(),
      sku: z.string().optional(),
    }),
  ),
  reasons: z
    .array(z.looseObject({ name: z.string(), column: z.string().optional() }))
    .optional()
    .describe('Reasons that clients can translate: a name, values for its text, and often the title of a column.'),
})

const BatchResult = z
  .object({
    count: z.int().optional(),
    advancement_count: z.int().optional(),
    progress: z.number().optional(),
    errors: z.array(BatchError).optional(),
    stat_descriptors: z.array(z.object({ key: z.string(), name: z.string(), message: z.string() })).optional(),
    file_key: z.string().optional(),
    file_size: z.int().optional(),
    operations: z.record(z.string(), z.int()).optional(),
    ignored_quantities: z.int().optional(),
    notices: z
      .array(z.object({ message: z.string(), reasons: z.array(z.looseObject({ name: z.string() })) }))
      .optional()
      .describe('Further effects of an import, such as erased values.'),
    source: z
      .object({
        program: z.string().describe('The program that wrote the file, such as `Shopify`.'),
        currency_code: z.string().optional().describe('The currency of prices that name none.'),
        is_mapped: z.boolean().optional().describe('Whether a mapping names the fields of the columns.'),
        includes_tax: z.boolean().optional().describe('Whether the shop stores prices in this currency with tax.'),
      })
      .optional()
      .describe('Only for an imported file of another program.'),
    tax_classes: z
      .array(
        z.object({
          name: z.string().describe('The name in the file, such as `reduced-rate`.'),
          products: z.int(),
          rate_ids: z
            .array(z.string())
            .describe('The tax rates that its products get. Empty for the rate of the region.'),
        }),
      )
      .optional()
      .describe('The tax classes of an imported file, without the standard class.'),
  })
  .meta({ id: 'BatchJobResult' })

export const BatchJobResource = defineResource({
  name: 'BatchJob',
  entity: BatchJob,
  columns: {
    ...columnsOf(BatchJob, { omit: ['result'] }),
    result: BatchResult.nullable(),
    status: z.enum(BATCH_JOB_STATUSES),
  },
  relations: () => ({ created_by_user: toOne(UserResource) }),
})
export interface BatchJobView extends RowOf<typeof BatchJobResource> {}
