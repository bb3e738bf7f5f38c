import { z } from 'zod'
import { assertUndoable, beginUndo, finishUndo, undoPart } from '#entities/catalogue/import-export/undo/undo-import.ts'
import { UndoState } from '#entities/catalogue/import-export/undo/undo-state.ts'
import { type BatchRun, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'

const Context = z.looseObject({ batch_job_id: z.string() })
type Context = z.output<typeof Context>

/** Undoes an import of products of the last day, except for products that were changed or sold since. */
export const importUndo = defineBatchType<Context>({
  kind: 'import',
  inParts: true,
  procedures: ['products.delete', 'products.update', 'products.updateVariant', 'products.deleteVariant'],
  context: Context,

  check: (em, { batch_job_id }) => assertUndoable(em, batch_job_id),

  async preProcess(run) {
    const result = await undo(run, { kept_ids: [] })
    if (result.next_part) await run.advance({ progress: result.progress })
    const { PRODUCT_DELETE, PRODUCT_RESTORE } = result.operations
    const message = `${PRODUCT_DELETE} products will be deleted, and ${PRODUCT_RESTORE} get their earlier values`
    return {
      result: {
        ...{ ...result, advancement_count: 0, progress: 0 },
        stat_descriptors: [{ key: 'import-undo-count', name: 'Products to delete or restore', message }],
      },
    }
  },

  process: (run) => undo(run, {}),
})

async function undo({ em, context, result }: BatchRun<Context>, start: Pick<UndoState, 'kept_ids'>) {
  const { batch_job_id } = context
  const { next_part } = result
  const before =
    next_part === undefined ? { ...(await beginUndo(em, batch_job_id)), ...start } : UndoState.parse(next_part)
  const state = await undoPart(em, batch_job_id, before)
  const { deleted, restored, handled, total } = state
  const count = deleted + restored
  const done = { advancement_count: count, operations: { PRODUCT_DELETE: deleted, PRODUCT_RESTORE: restored } }
  if (state.step !== 'done') return { ...done, progress: Math.min(handled / (total || 1), 1), next_part: state }
  return { ...done, count, progress: 1, next_part: undefined, notices: await finishUndo(em, batch_job_id, state) }
}
