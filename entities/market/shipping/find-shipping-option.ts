import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { ShippingOption } from './shipping-option.ts'

export async function lockShippingOption(em: EntityManager, id: string): Promise<Row<ShippingOption>> {
  const option = await lockRow(em, ShippingOption, { id })
  if (!option) throw new NotFound(`Shipping Option with ${id} was not found`)
  return option
}
