import type { EntityManager } from '@mikro-orm/postgresql'
import {
  announce,
  Cart,
  customerList,
  customerMutation,
  insertRow,
  lockRow,
  NotAllowed,
  NotFound,
  readPricedCart,
  rest,
  router,
  rowAnswer,
} from 'cartwright'
import { z } from 'zod'
import { Approval, ApprovalResource } from './approval.ts'
import { contentHashOf, isAboveLimit } from './check-cart.ts'
import { settings } from './options.ts'

export const store = router({
  list: customerList('approvals', ApprovalResource)
    .meta(rest('GET', '/b2b-approval', 'List the approvals of the current customer'))
    .query(({ ctx: { customer_id } }) => [{ customer_id }]),

  request: customerMutation(rowAnswer('approval', ApprovalResource))(z.strictObject({ cart_id: z.string() }))
    .meta(rest('POST', '/b2b-approval/carts/{cart_id}', 'Request the approval of a cart'))
    .mutation(({ ctx, input }) =>
      requestApproval(ctx.em, { ...input, customer_id: ctx.customer_id, email: settings.of(ctx).B2B_APPROVER_EMAIL }),
    ),
})

type Request = { cart_id: string; customer_id: string; email: string | undefined }

/** Returns the stored approval if the content is unchanged. @throws NotFound, NotAllowed */
async function requestApproval(em: EntityManager, { cart_id, customer_id, email }: Request): Promise<{ id: string }> {
  // The lock orders this request and all changes of the cart.
  const row = await lockRow(em, Cart, { id: cart_id, customer_id })
  if (!row) throw new NotFound(`Cart with id: ${cart_id} was not found`)
  const priced = await readPricedCart(em, cart_id)
  if (row.completed_at || !isAboveLimit(priced)) throw new NotAllowed('The cart needs no approval')
  const content_hash = contentHashOf(priced)
  const stored = await em.findOne(Approval, { cart_id, content_hash })
  if (stored) return stored
  await em.nativeDelete(Approval, { cart_id, status: 'pending' })
  const { total } = priced.totals
  const { currency_code } = priced.cart.region
  const approval = insertRow(em, Approval, { cart_id, customer_id, content_hash, total, currency_code })
  const payload = { id: approval.id, cart_id, total, currency_code }
  await announce(em, 'b2b-approval.requested', email ? { ...payload, email } : payload)
  return approval
}
