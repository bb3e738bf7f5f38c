import type { EntityManager } from '@mikro-orm/postgresql'
import { parsingFailed } from '../csv/read-csv.ts'
import { currencyDigits } from '../currency/currency-digits.ts'
import { InvalidData } from '../errors.ts'
import type { WantedMarket } from '../product-csv/read-titles.ts'
import { Region } from '../region/region.ts'

/** What a column of prices is for. */
export interface Market {
  region_id: string | null
  currency_code: string
  /** Of the minor unit. */
  digits: number
}

/** Finds the currencies and regions that titles of prices name. Two statements. */
export async function findMarkets(em: EntityManager): Promise<(wanted: WantedMarket) => Market> {
  const digits = await currencyDigits(em)
  const regions = await em.find(Region, {}, { disableIdentityMap: true })
  return ({ region: name, currency_code }) => {
    const known = digits.get(currency_code)
    if (known === undefined) throw new InvalidData(`Currency with code: ${currency_code} was not found`)
    if (name === null) return { region_id: null, currency_code, digits: known }
    const named = regions.filter((region) => region.id === name || region.name === name)
    if (named.length === 0) throw new InvalidData(`Trying to set a price for a region ${name} that doesn't exist`)
    const selling = named.filter((region) => region.currency_code === currency_code)
    if (selling.length > 1) throw new InvalidData(`There are several regions ${name}: name one by its id`)
    const [region] = selling
    if (!region)
      throw new InvalidData(`Trying to set a price for a region ${name} in ${currency_code}, which is not its currency`)
    return { region_id: region.id, currency_code, digits: known }
  }
}

/** The same for the columns of one file, of which no two are for the same. */
export function distinctMarkets(find: (wanted: WantedMarket) => Market) {
  const known = new Set<string>()
  return (wanted: WantedMarket, title: string): Market => {
    const market = find(wanted)
    const key = `${market.currency_code} ${market.region_id}`
    if (known.has(key)) throw parsingFailed(`There are two columns ${title} in the csv file`)
    known.add(key)
    return market
  }
}
