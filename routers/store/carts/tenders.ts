import { z } from 'zod'
import { assertOwnCart, chooseTenders } from '#entities/cart/cart/choose-tenders.ts'
import { readCustomerCart } from '#entities/cart/cart/customer-cart.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { shopOf } from '#entities/shop.ts'
import { MAX_AMOUNT } from '#entities/values/money.ts'
import { rest } from '../../context/meta.ts'
import { customerProcedure } from '../../procedures/trpc.ts'
import { CartTenders, showCartTenders } from '../../resources/cart-tenders.ts'

const Tender = z.strictObject({
  kind: z.string(),
  /** In minor units. Null: as much as possible. */
  max_amount: z.int().min(1).max(MAX_AMOUNT).nullish(),
})

export const tenders = {
  getTenders: customerProcedure
    .meta(rest('GET', '/carts/{id}/tenders', 'Retrieve the balances that can pay for a cart'))
    .input(z.strictObject({ id: z.string() }))
    .output(CartTenders)
    .query(async ({ ctx: { em, customer_id }, input: { id } }) => {
      const cart = await readCustomerCart(em, id)
      assertOwnCart(cart, customer_id)
      return showCartTenders(em, { cart, priced: priceCart(cart, shopOf(em), 'forced') })
    }),

  setTenders: customerProcedure
    .meta(rest('POST', '/carts/{id}/tenders', 'Choose the balances that pay for a cart'))
    .input(z.strictObject({ id: z.string(), tenders: z.array(Tender).max(20) }))
    .output(CartTenders)
    .mutation(async ({ ctx: { em, customer_id, providers }, input: { id, tenders: chosen } }) => {
      const list = chosen.map(({ kind, max_amount = null }) => ({ kind, max_amount }))
      return showCartTenders(
        em,
        await chooseTenders(em, providers.payment, { id, caller_id: customer_id, tenders: list }),
      )
    }),
}
