import { percentOf, round } from '#entities/values/money.ts'

export type Rated = { rate: number }

export type TaxLine = Rated & { name: string; code: string | null }

/** A null `rate` means 0 %. */
export type LinkedRate = { id: string; rate: number | null; name: string; code: string | null }

/** Returns the linked rates, or the rate of the region if there are no linked rates. */
export function ratesFor(linked: readonly LinkedRate[], regionRate: number): TaxLine[] {
  if (linked.length === 0) return [{ rate: regionRate, name: 'default', code: 'default' }]
  const once = new Map(linked.map((rate) => [rate.id, rate]))
  return Array.from(once.values(), ({ rate, name, code }) => ({ rate: rate ?? 0, name, code }))
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
  return eachAddition(rates, (percent) => round(percentOf(net, percent)))
}

export function taxesInGross(gross: number, rates: readonly Rated[]): number[] {
  const whole = 100 + sumOfRates(rates)
  return eachAddition(rates, (percent) => round((gross * percent) / whole))
}

export function sumOfRates(rates: readonly Rated[]): number {
  let percent = 0
  for (const { rate } of rates) percent += rate
  return percent
}

function eachAddition(rates: readonly Rated[], taxOf: (percent: number) => number): number[] {
  const taxes: number[] = []
  let percent = 0
  let before = 0
  for (const { rate } of rates) {
    percent += rate
    const tax = taxOf(percent) - before
    before += tax
    taxes.push(tax)
  }
  return taxes
}
