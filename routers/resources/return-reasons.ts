import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { readAllRows } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { ReturnReasonResource } from './return.ts'

const returnReasonReadOptions = {
  resource: ReturnReasonResource,
  defaults: { relations: ['parent_return_reason', 'return_reason_children'] },
}

export const returnReasonAnswer = rowAnswer(
  'return_reason',
  returnReasonReadOptions,
  (id) => `Return Reason with id: ${id} was not found.`,
)
export const returnReasonsResponse = responseSchema({ return_reasons: z.array(ReturnReasonResource) })

/** Returns the return reasons without a parent, with their children. */
export async function listReturnReasons(em: EntityManager): Promise<z.output<typeof returnReasonsResponse>> {
  return {
    return_reasons: await readAllRows(em, { ...returnReasonReadOptions, where: [{ parent_return_reason_id: null }] }),
  }
}
