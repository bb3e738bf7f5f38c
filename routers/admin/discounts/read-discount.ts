import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import type { SelectionInput } from '../../reading/selection.ts'
import { DiscountResource } from '../../resources/discount.ts'
import { adminMutation } from '../../row-mutation.ts'

export const discountReadOptions = {
  resource: DiscountResource,
  defaults: { relations: ['parent_discount', 'regions', 'rule.conditions'] },
}

export const discountResponse = responseSchema({ discount: DiscountResource })

export async function readDiscount(
  { em }: { em: EntityManager },
  id: string,
  selection: SelectionInput = {},
): Promise<{ discount: z.output<typeof DiscountResource> }> {
  const discount = await readRow(em, selection, { ...discountReadOptions, where: [{ id }] })
  if (!discount) throw new NotFound(`Discount with id ${id} was not found`)
  return { discount }
}

export const discountMutation = adminMutation({ response: discountResponse, read: readDiscount })
