import type { Order } from '../api.ts'
import { formatIn } from '../site/format.ts'
import { marketOf } from '../site/market.ts'
import type { Visit } from '../site/visit.ts'

/** The visit in the currency and the country of the order, which can differ from those of the visitor. */
export function viewOfOrder(visit: Visit, { currency_code, shipping_address }: Order): Visit {
  const { language, regions } = visit
  const market = marketOf(regions, shipping_address?.country_code ?? undefined) ?? visit.market
  return { ...visit, market, format: formatIn(language, currency_code) }
}
