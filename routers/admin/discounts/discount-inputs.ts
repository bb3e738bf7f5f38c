import { z } from 'zod'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { CONDITION_OPERATORS } from '#entities/promotions/discount/discount-condition.ts'
import { ALLOCATIONS, DISCOUNT_TYPES, DiscountRule } from '#entities/promotions/discount/discount-rule.ts'
import { isDuration } from '#entities/promotions/discount/duration.ts'
import { MAX_AMOUNT } from '#entities/values/money.ts'
import { Timestamp } from '#entities/values/time-input.ts'
import { optionalInputs } from '../../inputs/columns.ts'
import { twoDecimals, wholeNumber } from '../../inputs/whole-number.ts'

export const Code = z.string().trim().min(1).max(255)

const Count = wholeNumber().max(2_147_483_647)
export const UsageLimit = Count.positive()

const ids = z.array(z.string()).nullish()

export const resources = {
  products: ids,
  product_types: ids,
  product_collections: ids,
  product_tags: ids,
  customer_groups: ids,
}

export const Operator = z.enum(CONDITION_OPERATORS)

const Type = z.enum(DISCOUNT_TYPES, 'Invalid rule type, must be one of "fixed", "percentage" or "free_shipping"')
const Allocation = z.enum(ALLOCATIONS, 'Invalid allocation type, must be one of "total" or "item"')

/** `DiscountRule` rejects decimals unless the discount is a percentage. */
const Value = twoDecimals().min(0).max(2_147_483_647)
const Duration = z.string().refine(isDuration, '"valid_duration" must be a valid ISO 8601 duration')

const { description } = optionalInputs(DiscountRule, ['description'])
const { is_disabled, starts_at, ends_at, metadata } = optionalInputs(Discount, [
  'is_disabled',
  'starts_at',
  'ends_at',
  'metadata',
])

const MAX_TIERS = 10

const bought = z.array(z.string()).min(1).max(1000).nullish()

const minimums = {
  minimum_amount: wholeNumber()
    .positive()
    .max(MAX_AMOUNT)
    .nullish()
    .describe(
      'Minimum price of the items that the discount applies to, in minor units of the currency of the regions, before discounts, and with tax if prices include tax.',
    ),
  minimum_quantity: Count.positive().nullish().describe('Minimum quantity of the items that the discount applies to.'),
}

const ruleExtras = {
  limit_per_customer: Count.positive()
    .nullish()
    .describe('Uses by one customer, as an account or as a guest. Dynamic codes count together.'),
  ...minimums,
  tiers: z
    .array(z.strictObject({ ...minimums, value: Value }))
    .max(MAX_TIERS)
    .nullish()
    .describe('Higher values from higher minimums on, in rising order. The highest reached tier replaces `value`.'),
  buy_get: z
    .strictObject({
      buy_quantity: Count.positive().nullish().describe('Units to buy for each use.'),
      buy_amount: wholeNumber()
        .positive()
        .max(MAX_AMOUNT)
        .nullish()
        .describe(
          'Instead of units: the price of the items to buy, in minor units as the shop shows prices, once for each cart.',
        ),
      products: bought,
      product_types: bought,
      product_collections: bought,
      product_tags: bought,
      get_quantity: Count.positive().describe('Discounted units for each use. The cheapest units are discounted.'),
      max_uses: Count.positive().nullish().describe('Uses for each cart.'),
      variants: bought.describe('The customer gets only these variants.'),
    })
    .nullish()
    .describe(
      'Buy X, get Y. The lists name the items to buy, and the conditions of the rule name the items to get. Units that count as bought get no discount.',
    ),
  budgets: z
    .array(
      z.strictObject({
        currency_code: z.string().length(3),
        amount: wholeNumber().positive().max(MAX_AMOUNT).describe('In minor units, without tax.'),
      }),
    )
    .max(50)
    .nullish()
    .describe(
      'The largest sum of the discounts of all orders, by currency. A larger discount than the rest does not apply. Free shipping spends the price of the shipping.',
    ),
  is_combinable: z.boolean().optional().describe('Whether it applies together with other combinable discounts.'),
  priority: z
    .int()
    .min(-1000)
    .max(1000)
    .optional()
    .describe('Decides between discounts that do not combine. With equal priority, the larger saving decides.'),
}

export const newDiscount = {
  code: Code,
  rule: z.strictObject({
    description,
    type: Type,
    value: Value,
    allocation: Allocation,
    ...ruleExtras,
    conditions: z.array(z.strictObject({ operator: Operator, ...resources })).nullish(),
  }),
  is_dynamic: z.boolean().default(false),
  is_disabled: z.boolean().default(false),
  is_automatic: z
    .boolean()
    .optional()
    .describe('Applies without a code. Customers see the code as its name. Cannot be changed later. Default: false.'),
  starts_at: Timestamp.optional(),
  ends_at,
  valid_duration: Duration.nullish(),
  usage_limit: UsageLimit.nullish(),
  regions: z.array(z.string()),
  metadata,
}

export const discountChanges = {
  code: Code.optional(),
  rule: z
    .strictObject({
      id: z.string().min(1),
      description,
      value: Value.nullish(),
      allocation: Allocation.nullish(),
      ...ruleExtras,
      conditions: z
        .array(z.strictObject({ id: z.string().nullish(), operator: Operator.nullish(), ...resources }))
        .nullish(),
    })
    .nullish(),
  is_disabled,
  starts_at,
  ends_at,
  valid_duration: Duration.nullish(),
  usage_limit: UsageLimit.nullish(),
  regions: z.array(z.string()).nullish(),
  metadata,
}
