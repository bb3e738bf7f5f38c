import { z } from 'zod'
import { addDraftLine, changeDraftLine, removeDraftLine } from '#entities/orders/draft-order/draft-lines.ts'
import { rest } from '../../context/meta.ts'
import { withFields } from '../../filters/field-inputs.ts'
import { Amount, Metadata } from '../../inputs/common.ts'
import { Quantity } from '../../inputs/quantity.ts'
import { router } from '../../procedures/trpc.ts'
import { newLineFields, ownTaxFields } from './draft-order-inputs.ts'
import { draftOrderMutation } from './read-draft-order.ts'

const LineIds = z.strictObject({ id: z.string(), line_id: z.string() })

export const lineItems = router({
  addLineItem: draftOrderMutation(withFields(['line_item', 'admin'], { id: z.string(), ...newLineFields }))
    .meta(rest('POST', '/draft-orders/{id}/line-items', 'Add a line item to a draft order'))
    .mutation(({ ctx, input: { id, ...line } }) => addDraftLine(ctx.em, id, line)),

  updateLineItem: draftOrderMutation(
    withFields(['line_item', 'admin'], {
      ...LineIds.shape,
      unit_price: Amount.nullish(),
      title: z.string().nullish(),
      quantity: Quantity.optional(),
      ...ownTaxFields,
      metadata: Metadata.nullish(),
    }),
  )
    .meta(
      rest('POST', '/draft-orders/{id}/line-items/{line_id}', 'Update a line item of a draft order', { lockKey: 'id' }),
    )
    .mutation(({ ctx, input: { id, ...change } }) => changeDraftLine(ctx.em, id, change)),

  deleteLineItem: draftOrderMutation(LineIds)
    .meta(
      rest('DELETE', '/draft-orders/{id}/line-items/{line_id}', 'Remove a line item from a draft order', {
        lockKey: 'id',
      }),
    )
    .mutation(({ ctx, input: { id, line_id } }) => removeDraftLine(ctx.em, id, line_id)),
})
