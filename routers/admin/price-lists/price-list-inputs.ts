import { z } from 'zod'
import { PriceList } from '#entities/catalogue/price-list/price-list.ts'
import { MoneyAmount } from '#entities/catalogue/product/money-amount.ts'
import { optionalInputs, pickColumns } from '../../inputs/columns.ts'
import { Amount, oneMarket, RowReferences, TrimmedText } from '../../inputs/common.ts'

const quantity = z.int().min(0).nullish()
const market = optionalInputs(MoneyAmount, ['region_id', 'currency_code'])
const quantities = { min_quantity: quantity, max_quantity: quantity }

const NewPrice = z
  .strictObject({ ...market, amount: Amount, variant_id: z.string(), ...quantities })
  .refine(({ region_id, currency_code }) => !region_id !== !currency_code, oneMarket)

/** A price with an ID may omit its region and currency, which then stay unchanged. */
const ChangedPrice = z
  .strictObject({ id: z.string().nullish(), ...market, variant_id: z.string(), amount: Amount, ...quantities })
  .refine(({ id, region_id, currency_code }) => !!id || !region_id !== !currency_code, oneMarket)

export const ChangedPrices = z.array(ChangedPrice)

const { status, type } = pickColumns(PriceList, ['status', 'type'])
const times = optionalInputs(PriceList, ['starts_at', 'ends_at'])
const groups = { customer_groups: RowReferences.nullish() }

export const newPriceList = {
  name: TrimmedText,
  description: TrimmedText,
  ...times,
  status: status.optional(),
  type,
  prices: z.array(NewPrice),
  ...groups,
  includes_tax: z.boolean().optional(),
}

export const priceListChanges = {
  ...optionalInputs(PriceList, ['name', 'description', 'starts_at', 'ends_at', 'status', 'type']),
  prices: ChangedPrices.nullish(),
  ...groups,
  ...optionalInputs(PriceList, ['includes_tax']),
}
