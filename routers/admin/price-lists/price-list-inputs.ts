import { z } from 'zod'
import { Amount, oneMarket, RowReferences, Timestamp } from '../../inputs/common.ts'

const text = z.string().nullish()
const quantity = z.int().min(0).nullish()
const market = { region_id: text, currency_code: text }
const quantities = { min_quantity: quantity, max_quantity: quantity }

const NewPrice = z
  .strictObject({ ...market, amount: Amount, variant_id: z.string(), ...quantities })
  .refine(({ region_id, currency_code }) => !region_id !== !currency_code, oneMarket)

/** A price with an ID may omit its region and currency, which then stay unchanged. */
const ChangedPrice = z
  .strictObject({ id: text, ...market, variant_id: z.string(), amount: Amount, ...quantities })
  .refine(({ id, region_id, currency_code }) => !!id || !region_id !== !currency_code, oneMarket)

export const ChangedPrices = z.array(ChangedPrice)

const Status = z.enum(['active', 'draft'])
const Type = z.enum(['sale', 'override'])
const times = { starts_at: Timestamp.nullish(), ends_at: Timestamp.nullish() }
const groups = { customer_groups: RowReferences.nullish() }

export const newPriceList = {
  name: z.string(),
  description: z.string(),
  ...times,
  status: Status.optional(),
  type: Type,
  prices: z.array(NewPrice),
  ...groups,
  includes_tax: z.boolean().optional(),
}

export const priceListChanges = {
  name: text,
  description: text,
  ...times,
  status: Status.nullish(),
  type: Type.nullish(),
  prices: ChangedPrices.nullish(),
  ...groups,
  includes_tax: z.boolean().nullish(),
}
