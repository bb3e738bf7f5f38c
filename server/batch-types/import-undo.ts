import { z } from 'zod'
import { assertUndoable, undoImport } from '#entities/catalogue/import-export/undo/undo-import.ts'
import { type BatchRun, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'

const Context = z.looseObject({ batch_job_id: z.string() })
type Context = z.output<typeof Context>

/** Undoes an import of products of the last day, except for products that were changed or sold since. */
export const importUndo = defineBatchType<Context>({
  kind: 'import',
  procedures: ['products.delete', 'products.update', 'products.updateVariant', 'products.deleteVariant'],
  context: Context,

  check: async (em, { batch_job_id }) => void (await assertUndoable(em, batch_job_id)),

  async preProcess(run) {
    const result = await undo(run)
    const { PRODUCT_DELETE, PRODUCT_RESTORE } = result.operations
    const message = `${PRODUCT_DELETE} products will be deleted, and ${PRODUCT_RESTORE} get their earlier values`
    return {
      result: {
        ...{ ...result, advancement_count: 0 },
        stat_descriptors: [{ key: 'import-undo-count', name: 'Products to delete or restore', message }],
      },
    }
  },

  async process(run) {
    const result = await undo(run)
    return { ...result, advancement_count: result.count }
  },
})

async function undo({ em, context, advance }: BatchRun<Context>) {
  const undone = await undoImport(em, context.batch_job_id, (progress) => advance({ progress }))
  return { ...undone, count: undone.operations.PRODUCT_DELETE + undone.operations.PRODUCT_RESTORE }
}
