interface DemoRegion {
  name: string
  currency_code: string
  tax_rate: number
  tax_code: string
  countries: readonly string[]
  standard: number
  express: number
  freeFrom: number
  giveBack: number
}

/** Regions next to those of the catalogue. `factor` converts the prices in euros. */
export const furtherRegions: readonly (DemoRegion & { factor: number })[] = [
  {
    ...{ name: 'United Kingdom', currency_code: 'gbp', tax_rate: 20, tax_code: 'VAT', countries: ['gb'] },
    ...{ standard: 490, express: 1190, freeFrom: 7000, giveBack: 390, factor: 0.9 },
  },
  {
    ...{ name: 'Switzerland', currency_code: 'chf', tax_rate: 8.1, tax_code: 'MWST', countries: ['ch', 'li'] },
    ...{ standard: 900, express: 1900, freeFrom: 12_000, giveBack: 700, factor: 1.05 },
  },
]

/** Rates for single types of products, in percent. */
export const reducedRates: readonly { region: string; name: string; code: string; rate: number; type: string }[] = [
  { region: 'Europe', name: 'Reduced rate for food', code: 'FOOD', rate: 10, type: 'Food & Drink' },
  { region: 'Europe', name: 'Reduced rate for paper', code: 'PAPER', rate: 10, type: 'Stationery' },
  { region: 'United Kingdom', name: 'Zero rate for food', code: 'FOOD', rate: 0, type: 'Food & Drink' },
  { region: 'Switzerland', name: 'Reduced rate for food', code: 'FOOD', rate: 2.6, type: 'Food & Drink' },
]

export const furtherChannels = [
  { name: 'Shop in Berlin', description: 'The shop in Kastanienallee', is_disabled: false },
  { name: 'Marketplace', description: 'Opens in spring', is_disabled: true },
]

export const returnReasons: readonly { value: string; label: string; description?: string; parent?: string }[] = [
  { value: 'size', label: 'Does not fit' },
  { value: 'size-small', label: 'Too small', parent: 'size' },
  { value: 'size-large', label: 'Too large', parent: 'size' },
  { value: 'damaged', label: 'Arrived damaged', description: 'The carrier pays for the damage' },
  { value: 'other', label: 'Changed my mind' },
]
