import { adminList, adminMutation, announce, equalTo, lockRow, NotFound, rest, router, rowAnswer } from 'cartwright'
import { z } from 'zod'
import { APPROVAL_STATUSES, Approval, ApprovalResource } from './approval.ts'

const filters = { customer_id: z.string().optional(), status: z.enum(APPROVAL_STATUSES).optional() }
const Decision = z.strictObject({ id: z.string(), status: z.enum(['approved', 'rejected']) })

export const admin = router({
  list: adminList('approvals', ApprovalResource, filters)
    .meta(rest('GET', '/b2b-approval', 'List approvals of carts'))
    .query(({ input: { customer_id, status } }) => [equalTo({ customer_id, status })]),

  decide: adminMutation(rowAnswer('approval', ApprovalResource))(Decision)
    .meta(rest('POST', '/b2b-approval/{id}', 'Approve or reject a cart'))
    .mutation(async ({ ctx: { em }, input: { id, status } }) => {
      const approval = await lockRow(em, Approval, { id })
      if (!approval) throw new NotFound(`Approval with id: ${id} was not found`)
      approval.decide(status)
      const { cart_id, customer_id } = approval
      await announce(em, 'b2b-approval.decided', { id, cart_id, customer_id, status })
    }),
})
