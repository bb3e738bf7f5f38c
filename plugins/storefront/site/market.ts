import type { Region, Store } from '../api.ts'

/** The country to which the shop sends, and its region. */
export interface Market {
  region: Region
  /** An ISO code in lower case. */
  country: string
  /** Whether the pages show prices with tax. */
  showsTax: boolean
}

/** In these countries, shops show prices without tax. */
const WITHOUT_TAX = ['us', 'ca']

/** All regions with countries, in the order of their creation. */
export async function readRegions(store: Store): Promise<Region[]> {
  const { regions } = await store.regions.list({ order: 'created_at' })
  return regions.filter(({ countries = [] }) => countries.length > 0)
}

/** Returns the market of a country. Default: the first country of the first region. */
export function marketOf(regions: readonly Region[], country: string | undefined): Market | undefined {
  const found = regions.find((region) => countriesOf(region).includes(country ?? ''))
  const region = found ?? regions[0]
  if (!region) return undefined
  const code = (found && country) || (countriesOf(region)[0] ?? '')
  return { region, country: code, showsTax: !WITHOUT_TAX.includes(code) }
}

export const countriesOf = ({ countries = [] }: Region): string[] => countries.map(({ iso_2 }) => iso_2)
