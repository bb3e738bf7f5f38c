import { z } from 'zod'
import { removeOldAddresses } from '#entities/catalogue/import-export/old-addresses/save-old-addresses.ts'
import { assertUndoable, findUndo, undoImport } from '#entities/catalogue/import-export/undo/undo-import.ts'
import { defineBatchType } from '#entities/platform/batch-job/batch-type.ts'

const Context = z.looseObject({ batch_job_id: z.string() })
type Context = z.output<typeof Context>

/** Deletes the products that an import has created within the last day, except changed and sold ones. */
export const importUndo = defineBatchType<Context>({
  kind: 'import',
  procedures: ['products.delete'],
  context: Context,

  check: (em, { batch_job_id }) => assertUndoable(em, batch_job_id),

  async preProcess({ em, context }) {
    await assertUndoable(em, context.batch_job_id)
    const { ids, keptIds, notices } = await findUndo(em, context.batch_job_id)
    const redirects = await removeOldAddresses(em, context.batch_job_id, keptIds)
    return {
      result: {
        ...{
          count: ids.length,
          advancement_count: 0,
          notices: [...notices, ...redirects],
          operations: { PRODUCT_DELETE: ids.length },
        },
        stat_descriptors: [
          { key: 'import-undo-count', name: 'Products to delete', message: `${ids.length} products will be deleted` },
        ],
      },
    }
  },

  async process({ em, context, advance }) {
    await assertUndoable(em, context.batch_job_id)
    const { ids, keptIds, notices } = await findUndo(em, context.batch_job_id)
    const undone = await undoImport(em, ids, (done) =>
      advance({ advancement_count: done, progress: done / (ids.length || 1) }),
    )
    const redirects = await removeOldAddresses(em, context.batch_job_id, [...keptIds, ...undone.refusedIds])
    return {
      ...{ count: undone.count, advancement_count: undone.count, operations: { PRODUCT_DELETE: undone.count } },
      notices: [...notices, ...undone.notices, ...redirects],
    }
  },
})
