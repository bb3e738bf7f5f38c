import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { Order } from '#entities/orders/order/order.ts'
import { listReturnableQuantities } from '#entities/orders/order/returnable-quantities.ts'
import { rest } from '../../context/meta.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'

export const returnableQuantities = router({
  listReturnableQuantities: adminProcedure
    .meta(rest('GET', '/orders/{id}/returnable-quantities', 'List the quantities that can be returned'))
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ returnable_quantities: z.array(z.object({ item_id: z.string(), quantity: z.int() })) }))
    .query(async ({ ctx: { em }, input: { id } }) => {
      if ((await em.count(Order, { id })) === 0) throw new NotFound(`Order with id: ${id} was not found`)
      return { returnable_quantities: await listReturnableQuantities(em, id) }
    }),
})
