import { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import { simulate } from '#entities/statistics/simulation/simulate.ts'
import { draftDiscount, storedDiscount } from '#entities/statistics/simulation/simulated-discount.ts'
import { storedPriceList } from '#entities/statistics/simulation/simulated-price-list.ts'
import { rest } from '../../context/meta.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { assertMayRead } from '../../reading/reach.ts'
import { newDiscount } from './discount-inputs.ts'

const Type = z.enum(['order', 'cart'])

const Sum = z.object({
  type: Type,
  currency_code: z.string(),
  purchases: z.int(),
  touched: z.int().describe('Purchases with another total.'),
  revenue_before: z.int().describe('Price of the items after discounts, without taxes and shipping.'),
  revenue_after: z.int(),
  discount_before: z.int(),
  discount_after: z.int(),
  margin_before: z.int().describe('Of the items with a known cost.'),
  margin_after: z.int(),
  units: z.int(),
  units_with_cost: z.int(),
})

const PurchaseView = z.object({
  type: Type,
  id: z.string(),
  display_id: z.int().nullable(),
  email: z.string().nullable(),
  currency_code: z.string(),
  before: z.int().describe('With taxes and shipping, before gift cards.'),
  after: z.int(),
})

export const simulation = router({
  simulate: adminProcedure
    .meta(rest('POST', '/simulations', 'Simulate a promotion with the orders and carts of the last days'))
    .input(
      z.strictObject({
        discount: z.strictObject(newDiscount).optional().describe('A discount that is not stored.'),
        discount_id: z.string().optional(),
        price_list_id: z.string().optional(),
        days: z.int().min(1).max(30).default(30),
      }),
    )
    .output(
      z.object({
        orders: z.int(),
        carts: z.int(),
        examined: z.int(),
        is_sampled: z.boolean().describe('Whether some purchases of the period were not examined.'),
        sums: z.array(Sum),
        purchases: z.array(PurchaseView).describe('The largest changes.'),
      }),
    )
    .mutation(async ({ ctx, input: { discount, discount_id, price_list_id, days } }) => {
      assertMayRead(ctx, ['orders', 'customers', ...(price_list_id ? ['priceLists'] : [])])
      if ([discount, discount_id, price_list_id].filter((one) => one !== undefined).length !== 1)
        throw new InvalidData('Send one of discount, discount_id and price_list_id')
      const { em } = ctx
      if (price_list_id) return simulate(em, { price_list: await storedPriceList(em, price_list_id) }, { days })
      const simulated = discount ? await draftDiscount(em, discount) : await storedDiscount(em, discount_id ?? '')
      return simulate(em, { discount: simulated }, { days })
    }),
})
