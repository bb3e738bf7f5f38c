import { z } from 'zod'
import { SUM_KINDS, type TotalPart as TotalPartView } from '#entities/cart/pricing/total-part.ts'

const kind = <Name extends string>(name: Name) => z.literal(name)

/** `amount` is the sum of the smaller parts, if there are any. */
const part = <Kind extends z.ZodType, Facts extends z.core.$ZodLooseShape>(of: Kind, facts: Facts) =>
  z.object({
    kind: of,
    amount: z.int(),
    ...facts,
    get parts(): z.ZodArray<z.ZodType<TotalPartView, TotalPartView>> {
      return z.array(TotalPart)
    },
  })

const code = z.string().nullable()
const taxFacts = { name: z.string(), code, rate: z.number(), base: z.number(), exact_amount: z.number() }

/** Part of a total, in minor units, with the smaller parts that add up to it. A deduction is negative. */
export const TotalPart: z.ZodType<TotalPartView, TotalPartView> = z
  .discriminatedUnion('kind', [
    part(z.enum(SUM_KINDS), {}),
    part(kind('line'), { item_id: z.string(), title: z.string() }),
    part(kind('shipping_method'), { shipping_method_id: z.string(), name: z.string() }),
    part(kind('price'), { unit_price: z.int(), quantity: z.int() }),
    part(kind('adjustment'), { discount_id: z.string().nullable(), code, exact_amount: z.number() }),
    part(kind('price_adjustment'), { plugin: z.string(), description: z.string() }),
    part(kind('free_shipping'), { discount_id: z.string(), code: z.string() }),
    part(kind('tax'), taxFacts),
    part(kind('contained_tax'), taxFacts),
    part(kind('gift_card'), { gift_card_id: z.string(), code }),
    part(kind('gift_card_tax'), { gift_card_id: z.string(), rate: z.number(), base: z.int() }),
    part(kind('payment'), { payment_id: z.string(), provider_id: z.string() }),
    part(kind('refund'), { refund_id: z.string(), reason: z.string(), note: z.string().nullable() }),
    part(kind('rounding'), {}),
  ])
  .meta({
    id: 'TotalPart',
    description:
      'A component of a total. `amount` is in minor units and negative for a deduction. If the component has `parts`, ' +
      '`amount` is their sum. The root has the name of the total that it explains.',
  })
