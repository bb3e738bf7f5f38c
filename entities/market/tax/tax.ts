import { percentOf, round } from '#entities/values/money.ts'

/** Anything with a tax rate in percent. */
export type Rated = { rate: number }

/** One tax on a line or a shipping method; `rate` is percent. */
export type TaxLine = Rated & { name: string; code: string | null }

/** A tax rate that is linked to a product, a product type or a shipping option; without a `rate` it means 0 %. */
export type LinkedRate = { id: string; rate: number | null; name: string; code: string | null }

/**
 * The taxes of a thing: every rate linked to it, each once however many links it has, else the one of its region.
 * A linked rate of 0 keeps the region's away.
 */
export function ratesFor(linked: readonly LinkedRate[], regionRate: number): TaxLine[] {
  if (linked.length === 0) return [{ rate: regionRate, name: 'default', code: 'default' }]
  const once = new Map(linked.map((rate) => [rate.id, rate]))
  return Array.from(once.values(), ({ rate, name, code }) => ({ rate: rate ?? 0, name, code }))
}

/** The taxes to add to a net amount of a line: every rate is rounded by itself, as each is a line of its own on a bill. */
export function taxesPerRate(net: number, rates: readonly Rated[]): number[] {
  const taxes: number[] = []
  for (const { rate } of rates) taxes.push(round(percentOf(net, rate)))
  return taxes
}

/** The tax to add to a net amount of shipping or to a shown price: all rates together, rounded once. */
export function taxOnNet(net: number, rates: readonly Rated[]): number {
  return round(percentOf(net, sumOfRates(rates)))
}

/** The tax that a gross amount contains: all rates together, rounded once; 0 without rates. */
export function taxInGross(gross: number, rates: readonly Rated[]): number {
  const percent = sumOfRates(rates)
  return round((gross * percent) / (100 + percent))
}

/** `taxAtOnce` rate by rate: each is what it adds to those before it. */
export function taxesOnNet(net: number, rates: readonly Rated[]): number[] {
  return eachAddition(rates, (percent) => round(percentOf(net, percent)))
}

/** `taxWithin` rate by rate, in the same way. */
export function taxesInGross(gross: number, rates: readonly Rated[]): number[] {
  const whole = 100 + sumOfRates(rates)
  return eachAddition(rates, (percent) => round((gross * percent) / whole))
}

/** All rates together, in percent. */
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
