import { z } from 'zod'
import { addKept } from '#entities/platform/batch-job/kept-rows.ts'

/** An undo between two of its parts. */
export const UndoState = z.object({
  /** First the products of the import are deleted, because changed ones may get their handles and codes back. */
  step: z.enum(['created', 'changed', 'taken', 'done']),
  /** The last product of the step `created`. */
  after_id: z.string(),
  /** The last row of the step `changed`. */
  after_line: z.int(),
  /** The number of products of the import. */
  total: z.int(),
  handled: z.int(),
  deleted: z.int(),
  restored: z.int(),
  kept: z.array(
    z.object({
      reason: z.enum(['changed', 'sold', 'taken', 'unfit', 'refused']),
      count: z.int(),
      names: z.array(z.string()),
    }),
  ),
  /** The products whose handle or code another product has. It may be a product of a later part. */
  taken_ids: z.array(z.string()),
  /** Only in a preview, whose parts are rolled back. */
  kept_ids: z.array(z.string()).optional(),
})
export type UndoState = z.output<typeof UndoState>

export type KeptReason = UndoState['kept'][number]['reason']

export interface KeptProduct {
  id: string
  handle: string | null
  reason: KeptReason
}

/** A product of the import, with the reason that keeps it as it is. */
export interface FoundProduct {
  id: string
  handle: string | null
  reason: 'changed' | 'sold' | null
}

/** Adds the kept products of a part. */
export function withKept(state: UndoState, products: readonly KeptProduct[]): UndoState {
  const rows = products.map(({ id, handle, reason }) => ({ name: handle ?? id, reason }))
  const kept_ids = state.kept_ids && [...state.kept_ids, ...products.map(({ id }) => id)]
  return { ...state, kept: addKept(state.kept, rows), kept_ids }
}
