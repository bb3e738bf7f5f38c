import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { Discount } from '#entities/discount/discount.ts'
import { NotFound } from '#entities/errors.ts'
import { readRow } from '../../schemas/list.ts'
import { answer } from '../../schemas/resource.ts'
import { DiscountResource } from '../../schemas/resources/discount.ts'
import type { Wanted } from '../../schemas/selection.ts'

export const view = {
  entity: Discount,
  resource: DiscountResource,
  defaults: { relations: ['parent_discount', 'regions', 'rule.conditions'] },
}

export const withDiscount = answer({ discount: DiscountResource })

/** The discount as it is stored. */
export async function readDiscount(
  em: EntityManager,
  id: string,
  wanted: Wanted = {},
): Promise<{ discount: z.output<typeof DiscountResource> }> {
  const discount = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!discount) throw new NotFound(`Discount with id ${id} was not found`)
  return { discount }
}
