import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import type { SimulatedPromotion } from '#entities/statistics/simulation/simulate.ts'
import { draftDiscount, storedDiscount } from '#entities/statistics/simulation/simulated-discount.ts'
import { storedPriceList } from '#entities/statistics/simulation/simulated-price-list.ts'
import { newDiscount } from './discount-inputs.ts'

export const simulationInput = z.strictObject({
  discount: z.strictObject(newDiscount).optional().describe('A discount that is not stored.'),
  discount_id: z.string().optional(),
  price_list_id: z.string().optional(),
  days: z.int().min(1).max(30).default(30),
})

/** @throws InvalidData if the input has not exactly one promotion, or as the creation of the discount does. */
export async function promotionOf(
  em: EntityManager,
  { discount, discount_id, price_list_id }: Omit<z.output<typeof simulationInput>, 'days'>,
): Promise<SimulatedPromotion> {
  if ([discount, discount_id, price_list_id].filter((one) => one !== undefined).length !== 1)
    throw new InvalidData('Send one of discount, discount_id and price_list_id')
  if (price_list_id) return { price_list: await storedPriceList(em, price_list_id) }
  return { discount: discount ? await draftDiscount(em, discount) : await storedDiscount(em, discount_id ?? '') }
}
