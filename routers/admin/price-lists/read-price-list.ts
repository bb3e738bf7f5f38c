import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import { PriceListResource } from '../../resources/product.ts'
import { adminMutation } from '../../row-mutation.ts'

export const priceListReadOptions = { resource: PriceListResource }
export const priceListResponse = responseSchema({ price_list: PriceListResource })

const defaults = { relations: ['prices.variant', 'prices.variants', 'customer_groups'] }

export async function readPriceList(
  { em }: { em: EntityManager },
  id: string,
): Promise<z.output<typeof priceListResponse>> {
  const price_list = await readRow(em, {}, { ...priceListReadOptions, defaults, where: [{ id }] })
  if (!price_list) throw new NotFound(`Price list with id: ${id} was not found`)
  return { price_list }
}

export const priceListMutation = adminMutation({ response: priceListResponse, read: readPriceList })
