import { z } from 'zod'
import { DISCOUNT_RESULTS } from '#entities/cart/pricing/explain-discounts.ts'

/** The effect of a discount of a cart, and its reason. */
export const DiscountOutcomeView = z
  .object({
    discount_id: z.string(),
    code: z.string(),
    is_automatic: z.boolean(),
    result: z.enum(DISCOUNT_RESULTS),
    missing_amount: z.int(),
    missing_quantity: z.int(),
    offered_quantity: z.int(),
    offered_variants: z.array(z.string()),
  })
  .meta({
    id: 'DiscountOutcome',
    description:
      'The effect of a discount of a cart. `below_minimum` has the missing amount, in minor units as the shop shows prices, and the ' +
      'missing quantity. `items_missing` means that the cart has no item to get: `offered_quantity` units can be added at the discount, ' +
      'of `offered_variants` if it is not empty. `budget_spent` means that the discount is larger than the rest of its budget. `used_by_customer` means that the customer has used the discount before, so the shop refuses the order. `not_combined` means that another discount applies. `nothing_left` means that the items cost nothing before this discount.',
  })
