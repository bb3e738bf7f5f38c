import { currencyDecimals } from 'cartwright'
import { isLocale } from './settings.ts'

export interface Formatters {
  /** Formats an amount in minor units of the currency of the order. */
  money(amount: number): string
  date(time: Date | string): string
  /** The name of a country, or its code if the language has none. */
  country(code: string): string
  plural(count: number, one: string, other: string): string
}

export function formatters(locale: string, currency = 'usd'): Formatters {
  const digits = currencyDecimals(currency)
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  return {
    plural: (count, one, other) => (count === 1 ? one : other),
    money: (amount) => money.format(amount / 10 ** digits),
    date: (time) => date.format(new Date(time)),
    country: (code) => (/^[a-z]{2}$/i.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code),
  }
}

/** The locale that the storefront stored in the cart, or else the language of the shop in the country of the order. */
export function localeOf(
  { locale, country_code }: { locale: string | null; country_code: string | null },
  shopLocale: string,
): string {
  if (locale && isLocale(locale)) return Intl.getCanonicalLocales(locale)[0] as string
  if (!country_code || !/^[a-z]{2}$/i.test(country_code)) return shopLocale
  return new Intl.Locale(shopLocale, { region: country_code.toUpperCase() }).toString()
}
