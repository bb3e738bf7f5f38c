import type { AnyBody } from '../../support/resources.ts'
import type { MoneyApi } from './api.ts'

const CURRENCIES = ['eur', 'jpy', 'kwd'] as const
const RATES = [2000, 1900, 725, 1250, 0, 810]
const COUNTRIES =
  'de at ch fr it es pt nl be lu dk se no fi pl cz sk hu ro bg gr hr si ie gb is mt cy ee lv lt us ca mx br ar cl co pe jp kr cn in id th vn my sg'.split(
    ' ',
  )

/** A region with its shipping options. `rate` is hundredths of a percent. */
export interface Market {
  id: string
  country: string
  currency: string
  includesTax: boolean
  areCardsTaxed: boolean
  rate: number
  shipping: { id: string; price: number; includesTax: boolean }
  returnShipping: { id: string; price: number }
  salesChannel: string
}

/** Opens one region for each currency, with tax included or not, with gift cards taxed or not. */
export async function openMarkets(api: MoneyApi, part: number): Promise<Market[]> {
  const { store } = await api.send('GET', '/admin/store')
  for (const currency of CURRENCIES) await api.try('POST', `/admin/store/currencies/${currency}`, {})
  const markets: Market[] = []
  for (const currency of CURRENCIES)
    for (const includesTax of [false, true])
      for (const areCardsTaxed of [false, true]) {
        const index = markets.length
        const country = COUNTRIES[(part * 12 + index) % COUNTRIES.length] as string
        const settings = { currency, includesTax, areCardsTaxed, rate: RATES[index % RATES.length] as number, country }
        markets.push({ ...(await openMarket(api, settings)), salesChannel: store.default_sales_channel_id })
      }
  return markets
}

async function openMarket(
  api: MoneyApi,
  settings: Pick<Market, 'currency' | 'includesTax' | 'areCardsTaxed' | 'rate' | 'country'>,
): Promise<Omit<Market, 'salesChannel'>> {
  const { currency, includesTax, areCardsTaxed, rate, country } = settings
  const { region } = await api.send('POST', '/admin/regions', {
    name: `${currency} ${country}`,
    currency_code: currency,
    tax_rate: rate / 100,
    includes_tax: includesTax,
    payment_providers: ['manual', 'till'],
    fulfillment_providers: ['manual'],
    countries: [country],
  })
  await api.send('POST', `/admin/regions/${region.id}`, { gift_cards_taxable: areCardsTaxed })
  const option = (price: number, more: object) => openOption(api, region, { amount: price, ...more })
  const shipping = await option(499, { includes_tax: includesTax })
  const returnShipping = await option(250, { is_return: true, data: { id: 'manual-fulfillment-return' } })
  return {
    ...settings,
    id: region.id,
    shipping: { id: shipping.id, price: 499, includesTax },
    returnShipping: { id: returnShipping.id, price: 250 },
  }
}

async function openOption(api: MoneyApi, region: { id: string }, more: object): Promise<AnyBody['shipping_option']> {
  const { shipping_option } = await api.send('POST', '/admin/shipping-options', {
    name: 'Post',
    region_id: region.id,
    provider_id: 'manual',
    data: { id: 'manual-fulfillment' },
    price_type: 'flat_rate',
    ...more,
  })
  return shipping_option
}
