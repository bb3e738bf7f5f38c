import { percentOf, round } from '#entities/values/money.ts'

export type Rated = { rate: number }

export type TaxLine = Rated & { name: string; code: string | null }

/** A null `rate` means 0 %. */
export type LinkedRate = { id: string; rate: number | null; name: string; code: string | null }

/** Returns the linked rates, or the rate of the region if there are no linked rates. */
export function ratesFor(linkedRates: readonly LinkedRate[], regionRate: number): TaxLine[] {
  if (linkedRates.length === 0) return [{ rate: regionRate, name: 'default', code: 'default' }]
  const uniqueRates = new Map(linkedRates.map((rate) => [rate.id, rate]))
  return Array.from(uniqueRates.values(), ({ rate, name, code }) => ({ rate: rate ?? 0, name, code }))
}

/** Rounds the tax of each rate separately, because each tax is a line of the invoice. */
export function taxesPerRate(net: number, rates: readonly Rated[]): number[] {
  const taxes: number[] = []
  for (const { rate } of rates) taxes.push(round(percentOf(net, rate)))
  return taxes
}

/** Rounds the total tax of all rates only once. */
export function taxOnNet(net: number, rates: readonly Rated[]): number {
  return round(percentOf(net, sumOfRates(rates)))
}

/** Returns the tax that a gross amount contains. Rounds the total tax of all rates only once. */
export function taxInGross(gross: number, rates: readonly Rated[]): number {
  const percent = sumOfRates(rates)
  return round((gross * percent) / (100 + percent))
}

/** Returns the tax of each rate. The taxes add up to the result of `taxOnNet`. */
export function taxesOnNet(net: number, rates: readonly Rated[]): number[] {
  return splitTax(rates, (percent) => round(percentOf(net, percent)))
}

export function taxesInGross(gross: number, rates: readonly Rated[]): number[] {
  const divisor = 100 + sumOfRates(rates)
  return splitTax(rates, (percent) => round((gross * percent) / divisor))
}

export function sumOfRates(rates: readonly Rated[]): number {
  let percent = 0
  for (const { rate } of rates) percent += rate
  return percent
}

function splitTax(rates: readonly Rated[], taxOf: (percent: number) => number): number[] {
  const taxes: number[] = []
  let percent = 0
  let previousTax = 0
  for (const { rate } of rates) {
    percent += rate
    const tax = taxOf(percent) - previousTax
    previousTax += tax
    taxes.push(tax)
  }
  return taxes
}
