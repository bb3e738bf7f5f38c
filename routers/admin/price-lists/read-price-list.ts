import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { PriceList } from '#entities/price-list/price-list.ts'
import { readRow } from '../../schemas/list.ts'
import { answer } from '../../schemas/resource.ts'
import { PriceListResource } from '../../schemas/resources/product.ts'

export const view = { entity: PriceList, resource: PriceListResource }
export const withPriceList = answer({ price_list: PriceListResource })

const defaults = { relations: ['prices.variant', 'prices.variants', 'customer_groups'] }

/** The list as it is stored, with all its prices. */
export async function readPriceList(em: EntityManager, id: string): Promise<z.output<typeof withPriceList>> {
  const price_list = await readRow(em, {}, { ...view, defaults, where: [{ id }] })
  if (!price_list) throw new NotFound(`Price list with id: ${id} was not found`)
  return { price_list }
}
