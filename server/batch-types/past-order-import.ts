import { z } from 'zod'
import { importStagedOrders, stageOrderFile } from '#entities/old-shop/orders/import-orders.ts'
import { type BatchRun, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { maybeTimeZone } from '#entities/values/time-zone.ts'
import { deleteImport, importedFile, keepsNoRefusedFile, readImport } from './import-file.ts'

const Context = z.looseObject({
  ...importedFile,
  currency: z.string().optional(),
  /** Of times without an offset. */
  time_zone: z
    .string()
    .refine((name) => maybeTimeZone(name) !== undefined, 'time_zone must be a name such as Europe/Berlin')
    .default('UTC'),
})
type Context = z.output<typeof Context>

/** Creates past orders from an export of Shopify or WooCommerce. */
export const pastOrderImport = defineBatchType<Context>({
  kind: 'import',
  procedures: ['orders.update', 'customers.update'],
  context: Context,

  preProcess: keepsNoRefusedFile(async (run) => {
    const { operations, notices, source } = await stage(run, (lines) => run.advance({ advancement_count: lines }))
    const { PAST_ORDER_CREATE: created, PAST_ORDER_UPDATE: updated } = operations
    return {
      result: {
        ...{ count: created + updated, advancement_count: 0, operations, notices },
        stat_descriptors: [
          {
            key: 'past-order-import-count',
            name: 'Past orders to import',
            message: `${created} past orders will be created and ${updated} changed`,
          },
        ],
        ...(source ? { source } : {}),
      },
    }
  }),

  async process(run) {
    const whole = run.result.count || 1
    const { notices } = await stage(run, (orders) => run.advance({ progress: Math.min(orders / whole, 1) / 2 }))
    const operations = await importStagedOrders(run.em, run.id)
    const count = operations.PAST_ORDER_CREATE + operations.PAST_ORDER_UPDATE
    return { count, advancement_count: count, operations, notices }
  },

  onCompleted: deleteImport,
  onCanceled: deleteImport,
})

const stage = (run: BatchRun<Context>, reportProgress: (orders: number) => Promise<void>) =>
  stageOrderFile(run.em, {
    read: readImport(run),
    currency: run.context.currency,
    time_zone: run.context.time_zone,
    reportProgress,
  })
