import { z } from 'zod'
import { importStagedCustomers, stageCustomerFile } from '#entities/old-shop/customers/import-customers.ts'
import { type BatchRun, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { deleteImport, importedFile, keepsNoRefusedFile, readImport } from './import-file.ts'

const Context = z.looseObject({ ...importedFile, tags_to_groups: z.boolean().optional() })
type Context = z.output<typeof Context>

/** Creates customers from an export of Shopify or WooCommerce. */
export const customerImport = defineBatchType<Context>({
  kind: 'import',
  procedures: ['customers.create', 'customers.update', 'customerGroups.create', 'customerGroups.addCustomers'],
  context: Context,

  preProcess: keepsNoRefusedFile(async (run) => {
    const { operations, notices } = await stage(run, (lines) => run.advance({ advancement_count: lines }))
    const count = operations.CUSTOMER_CREATE + operations.CUSTOMER_UPDATE
    const message = `${operations.CUSTOMER_CREATE} customers will be created and ${operations.CUSTOMER_UPDATE} changed`
    return {
      result: {
        ...{ count, advancement_count: 0, operations, notices },
        stat_descriptors: [{ key: 'customer-import-count', name: 'Customers to import', message }],
      },
    }
  }),

  async process(run) {
    const whole = run.result.count || 1
    const staged = await stage(run, (rows) => run.advance({ progress: Math.min(rows / whole, 1) / 2 }))
    const operations = await importStagedCustomers(run.em, staged, run.id)
    const count = operations.CUSTOMER_CREATE + operations.CUSTOMER_UPDATE
    return { count, advancement_count: count, operations, notices: staged.notices }
  },

  onCompleted: deleteImport,
  onCanceled: deleteImport,
})

const stage = (run: BatchRun<Context>, reportProgress: (rows: number) => Promise<void>) =>
  stageCustomerFile(run.em, {
    read: readImport(run),
    tags_to_groups: run.context.tags_to_groups,
    reportProgress,
  })
