import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { lookUpOrderId } from '#entities/orders/order/look-up-order.ts'
import { rest } from '../../context/meta.ts'
import { textOrNumber } from '../../inputs/address-input.ts'
import { Email } from '../../inputs/common.ts'
import { queryNumber, selectionParams } from '../../inputs/query.ts'
import { openGet } from '../../procedures/row-get.ts'
import { openProcedure, router } from '../../procedures/trpc.ts'
import { responseSchema } from '../../reading/resource.ts'
import type { RowAnswer } from '../../reading/row-answer.ts'
import { StoreOrder } from '../../resources/order.ts'
import { limitOrderLookups } from './limit-order-lookups.ts'
import { type OrderQuery, readStoreOrder } from './read-store-order.ts'

/*
 * The ID of an order, the ID of its cart, and the order number with the email are secrets of the customer. A caller
 * that knows one of them can read the order, but not the account of the customer.
 */

const response = responseSchema({ order: StoreOrder })

const orderAnswer = <By extends 'id' | 'cart_id'>(
  by: By,
  view: OrderQuery['view'],
  notFound: (key: string) => string,
): RowAnswer<z.output<typeof response>, By> => ({
  by,
  response,
  async read({ em, customer_id: caller_id }, key, selection) {
    const order = await readStoreOrder(em, { where: { [by]: key }, selection, view, caller_id })
    if (!order) throw new NotFound(notFound(key))
    return { order }
  },
})

export const read = router({
  get: openGet(
    orderAnswer('id', 'itself', (id) => `Order with id ${id} was not found`),
    rest('GET', '/orders/{id}', 'Retrieve an order'),
  ),

  getByCart: openGet(
    orderAnswer('cart_id', 'withAfterSale', (id) => `Order with cart id ${id} was not found`),
    rest('GET', '/orders/cart/{cart_id}', 'Retrieve the order of a cart'),
  ),

  lookUp: openProcedure
    .meta(rest('GET', '/orders', 'Look up an order by number and email'))
    .input(
      z.strictObject({
        display_id: queryNumber,
        email: Email,
        shipping_address: z.strictObject({ postal_code: textOrNumber.optional() }).optional(),
        ...selectionParams,
      }),
    )
    .output(response)
    .query(async ({ ctx, input }) => {
      await limitOrderLookups(ctx)
      const { display_id, email, shipping_address } = input
      const id = await lookUpOrderId(ctx.em, { display_id, email, postal_code: shipping_address?.postal_code })
      const caller_id = ctx.customer_id
      const order = id && (await readStoreOrder(ctx.em, { where: { id }, selection: input, view: 'itself', caller_id }))
      if (!order) throw new NotFound('Not Found')
      return { order }
    }),
})
