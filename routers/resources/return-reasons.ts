import { rowAnswer } from '../reading/row-answer.ts'
import { ReturnReasonResource } from './return.ts'

const view = {
  resource: ReturnReasonResource,
  defaults: { relations: ['parent_return_reason', 'return_reason_children'] },
}

export const returnReasonAnswer = rowAnswer(
  'return_reason',
  view,
  (id) => `Return Reason with id: ${id} was not found.`,
)

/** The return reasons without a parent, with their children. */
export const topReturnReasons = { ...view, where: () => ({ parent_return_reason_id: null }) }
