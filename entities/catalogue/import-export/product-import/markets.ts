import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { currencyDigits } from '#entities/market/currency/currency-digits.ts'
import { Region } from '#entities/market/region/region.ts'
import { duplicateColumnError } from '../csv/header-problems.ts'
import { titleKey } from '../csv/title-key.ts'
import type { MarketKey } from '../product-csv/read-titles.ts'

export interface ImportMarket {
  region_id: string | null
  currency_code: string
  min_quantity: number | null
  max_quantity: number | null
  digits: number
}

export async function findMarkets(em: EntityManager): Promise<(key: MarketKey) => ImportMarket> {
  const digits = await currencyDigits(em)
  const regions = await findRows(em, Region, {})
  return ({ region: name, currency_code, min_quantity, max_quantity }) => {
    const quantities = { min_quantity, max_quantity }
    if (min_quantity !== null && max_quantity !== null && min_quantity > max_quantity)
      throw new InvalidData(`The quantities ${min_quantity}-${max_quantity} of a price are in the wrong order`).because(
        {
          name: 'maximum_below_minimum',
        },
      )
    const decimals = digits.get(currency_code)
    if (decimals === undefined)
      throw new InvalidData(`Currency with code: ${currency_code} was not found`).because({
        name: 'currency_unknown',
        code: currency_code,
      })
    if (name === null) return { region_id: null, currency_code, ...quantities, digits: decimals }
    const candidates = regionsNamed(regions, name)
    if (candidates.length === 0)
      throw new InvalidData(`Trying to set a price for a region ${name} that doesn't exist`).because({
        name: 'region_unknown',
        region: name,
      })
    const matches = candidates.filter((region) => region.currency_code === currency_code)
    if (matches.length > 1)
      throw new InvalidData(`Several regions are named ${name}. Use the id of the region in the column title.`).because(
        { name: 'region_ambiguous', region: name },
      )
    const [region] = matches
    if (!region)
      throw new InvalidData(
        `Trying to set a price for a region ${name} in ${currency_code}, which is not its currency`,
      ).because({ name: 'region_of_other_currency', region: name, code: currency_code })
    return { region_id: region.id, currency_code, ...quantities, digits: decimals }
  }
}

/** An exact name wins over one with another case or other blanks. */
function regionsNamed<Named extends { id: string; name: string }>(regions: readonly Named[], name: string): Named[] {
  const exact = regions.filter((region) => region.id === name || region.name === name)
  return exact.length > 0 ? exact : regions.filter((region) => titleKey(region.name) === titleKey(name))
}

/** The returned function throws if two columns have the same currency and region. */
export function rejectRepeatedMarkets(find: (key: MarketKey) => ImportMarket) {
  const usedMarkets = new Set<string>()
  return (key: MarketKey, title: string): ImportMarket => {
    const market = find(key)
    const { region_id, currency_code, min_quantity, max_quantity } = market
    const kind = /^sale /i.test(title) ? 'sale' : 'price'
    const id = [kind, currency_code, region_id, min_quantity, max_quantity].join(' ')
    if (usedMarkets.has(id)) throw duplicateColumnError(title)
    usedMarkets.add(id)
    return market
  }
}
