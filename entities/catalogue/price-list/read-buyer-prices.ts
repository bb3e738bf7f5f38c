import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { readVariantPrices } from '../product/prices-of.ts'
import { readPriceSetting } from '../product/read-price-setting.ts'

/** Price rows of variants in a currency, or in a region. */
export interface PricedMarket {
  variant_id: string
  currency_code: string
  region_id: string | null
}

/** The price for one unit that a buyer pays. */
export interface BuyerPrice extends PricedMarket {
  product_title: string
  variant_title: string
  region_name: string | null
  /** Empty for buyers without a group. */
  customer_group_ids: readonly string[]
  /** In minor units, or null if buyers see no price. */
  amount: number | null
}

/** Returns the prices of the variants in their markets for buyers of the groups. */
export async function readBuyerPrices(
  em: EntityManager,
  markets: readonly PricedMarket[],
  customer_group_ids: readonly string[],
): Promise<BuyerPrice[]> {
  const names = new Map(
    (await selectNames(em, [...new Set(markets.map((one) => one.variant_id))])).map((row) => [row.id, row]),
  )
  const regions = new Map((await selectRegions(em)).map(({ id, name }) => [id, name]))
  const prices: BuyerPrice[] = []
  for (const inMarket of Map.groupBy(markets, ({ currency_code, region_id }) => region_id ?? currency_code).values()) {
    const [{ region_id, currency_code }] = inMarket as [PricedMarket]
    const setting = await readPriceSetting(em, { region_id, currency_code })
    const ids = inMarket.map(({ variant_id }) => variant_id)
    const amounts = await readVariantPrices(em, ids, { ...setting, customer_group_ids })
    for (const market of inMarket) {
      const name = names.get(market.variant_id)
      if (!name) continue
      prices.push({
        ...market,
        product_title: name.product_title,
        variant_title: name.title,
        region_name: regions.get(market.region_id ?? '') ?? null,
        customer_group_ids,
        amount: amounts.get(market.variant_id)?.calculated_price ?? null,
      })
    }
  }
  return prices
}

const selectNames = statement<{ id: string; title: string; product_title: string }, [ids: readonly string[]]>(`
  select v.id, v.title, p.title as product_title from product_variant v join product p on p.id = v.product_id
  where v.id = any($1::text[]) and v.deleted_at is null`)

const selectRegions = statement<{ id: string; name: string }>('select id, name from region where deleted_at is null')
