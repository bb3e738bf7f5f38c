import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson } from '#database/json-rows.ts'
import { type BoundStatement, statement } from '#database/statement.ts'
import { type Price, type PriceAmount, type PriceContext, selectPrice } from '#entities/catalogue/product/price.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { RATE_IDS, TAG_IDS } from '#entities/catalogue/product/product-columns.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { showChannelStock } from '#entities/catalogue/product/show-channel-stock.ts'
import { NotFound } from '#entities/errors.ts'
import { type RegionSnapshot, SETTINGS_VERSION, settingsOf } from '#entities/market/settings/settings.ts'
import { hasInventory } from '#entities/market/store/inventory-mode.ts'
import { isTaxedWhenSold, ratesOfProduct } from '#entities/market/tax/linked-rates.ts'
import { type LinkedRate, ratesFor } from '#entities/market/tax/tax.ts'
import { now } from '#entities/values/clock.ts'
import type { CartType } from '../cart/cart.ts'
import type { VariantSnapshot } from '../cart/read-cart.ts'

export interface SalesContext {
  region_id: string
  sales_channel_id?: string | null | undefined
  customer_id?: string | null | undefined
  /** If true, unpublished products and products of other channels are included, as in a draft order. */
  is_shop: boolean
}

export type SellingCart = Omit<SalesContext, 'is_shop'> & { type?: CartType | undefined }

export const salesContextOf = ({ region_id, sales_channel_id, customer_id, type }: SellingCart): SalesContext => ({
  region_id,
  sales_channel_id,
  customer_id,
  is_shop: type === 'draft_order' || type === 'claim',
})

export interface SellableVariant extends VariantSnapshot {
  is_offered: boolean
  /** Set only if inventory is enabled. False for a variant without an inventory item. */
  is_counted?: boolean
  amounts: PriceAmount[]
  tag_ids: string[]
  linked_rates: LinkedRate[]
}

export interface Market {
  currency: PriceContext['currency']
  region: Pick<
    RegionSnapshot,
    'id' | 'includes_tax' | 'tax_rate' | 'tax_code' | 'tax_provider_id' | 'gift_cards_taxable'
  >
  customer_group_ids: string[]
}

export interface Assortment {
  market: Market
  variants: ReadonlyMap<string, SellableVariant>
}

export async function readAssortment(
  em: EntityManager,
  ids: readonly string[],
  { region_id, sales_channel_id, customer_id, is_shop }: SalesContext,
): Promise<Assortment> {
  const uniqueIds = [...new Set(ids)]
  const buyer = [region_id, sales_channel_id ?? null, customer_id ?? null, is_shop] as const
  return parseAssortment(em, await selectVariants(em, uniqueIds, ...buyer), region_id)
}

export async function parseAssortment(
  em: EntityManager,
  [row]: readonly SellableRow[],
  region_id = '',
): Promise<Assortment> {
  if (!row) throw new NotFound(`Region with ${region_id} was not found`)
  const { settings_version, customer_group_ids, variants, sales_channel_id, ...identifiers } = fromJson<Sellable>(
    row.sellable,
    SELLABLE_SHAPE,
  )
  const profiles = variants.map(({ product }) => product.profile_id)
  const settings = await settingsOf(em, settings_version, [identifiers.region_id, ...profiles])
  const region = settings.region(identifiers.region_id)
  if (hasInventory(em)) await addChannelStock(em, variants, sales_channel_id)
  for (const variant of variants) {
    const { product, rate_ids } = variant
    product.profile = settings.shippingProfile(product.profile_id)
    variant.linked_rates = ratesOfProduct(region, { type_id: product.type_id, rate_ids })
  }
  const currency = { code: region.currency_code, includes_tax: region.currency_includes_tax }
  return {
    market: { currency, region, customer_group_ids },
    variants: new Map(variants.map((variant) => [variant.id, variant])),
  }
}

const SELLABLE_SHAPE = {
  nested: { variants: { entity: ProductVariant, nested: { product: { entity: Product } } } },
}

async function addChannelStock(
  em: EntityManager,
  variants: readonly SellableVariant[],
  sales_channel_id: string | null,
): Promise<void> {
  const uncounted = await showChannelStock(em, variants, sales_channel_id ? [sales_channel_id] : 'default')
  for (const variant of variants) variant.is_counted = !uncounted.has(variant.id)
}

interface Sellable extends Pick<Market, 'customer_group_ids'> {
  settings_version: string
  region_id: string
  sales_channel_id: string | null
  variants: (SellableVariant & { rate_ids: string[] })[]
}

export function priceVariant(variant: SellableVariant, market: Market, quantity: number): Price {
  const { product, linked_rates } = variant
  const tax_rates = isTaxedWhenSold(product, market.region) ? ratesFor(linked_rates, market.region.tax_rate) : []
  return selectPrice(variant.amounts, { ...market, quantity, tax_rates, now: now() })
}

export interface SellableRow {
  sellable: unknown
}

/** `buyerSql` is a query for the columns of `SalesContext`. `idCondition` follows the variant id, such as `= $1`. */
const buildVariantsStatement = (buyerSql: string, idCondition: string) =>
  statement<SellableRow>(`
  select to_json(shown) as sellable from (
    select
      ${SETTINGS_VERSION} as settings_version, r.id as region_id, buyer.sales_channel_id,
      array(select customer_group_id from customer_group_customers where customer_id = buyer.customer_id) as customer_group_ids,
      coalesce((select json_agg(x) from (
        select v.*, p as product, ${TAG_IDS} as tag_ids, ${RATE_IDS} as rate_ids,
          buyer.is_shop or exists (select from product_sales_channel l
            where l.product_id = p.id and l.sales_channel_id = buyer.sales_channel_id) as is_offered,
          coalesce((select json_agg(a) from (
            select m.amount, m.currency_code, m.region_id, m.min_quantity, m.max_quantity, m.price_list_id,
              (select to_json(pl) from (
                select l.type, l.status, l.starts_at, l.ends_at, l.includes_tax, array(
                  select customer_group_id from price_list_customer_groups where price_list_id = l.id
                ) as customer_group_ids
                from price_list l where l.id = m.price_list_id and l.deleted_at is null) pl) as price_list
            from money_amount m
            where m.variant_id = v.id and m.deleted_at is null
              and (m.region_id = r.id or (m.region_id is null and m.currency_code = r.currency_code))
            order by m.created_at, m.id) a), '[]') as amounts
        from product_variant v join product p on p.id = v.product_id
        where v.id ${idCondition} and v.deleted_at is null and p.deleted_at is null
          and (p.status = 'published' or buyer.is_shop)) x), '[]') as variants
    from (${buyerSql}) buyer join region r on r.id = buyer.region_id
  ) shown`)

const BUYER_SQL =
  'select $2::text as region_id, $3::text as sales_channel_id, $4::text as customer_id, $5::boolean as is_shop'

const IN_CART_SQL = '= any(array(select variant_id from line_item where cart_id = $1))'

const selectVariants = buildVariantsStatement(BUYER_SQL, '= any($1::text[])')

export const selectCartVariantsStatement = buildVariantsStatement(BUYER_SQL, IN_CART_SQL)

const selectBuyerSql = (customer_id: string) => `
  select region_id, sales_channel_id, ${customer_id} as customer_id, type in ('draft_order', 'claim') as is_shop
  from cart where id = $1`

/** Selects the variants `$2` with their prices for the customer of cart `$1`. */
export const selectVariantsForCartStatement = buildVariantsStatement(selectBuyerSql('customer_id'), '= any($2::text[])')

export const cartVariantsForCustomerStatement = ({
  id,
  customer_id,
}: {
  id: string
  customer_id: string
}): BoundStatement<SellableRow> => selectCartVariantsForCustomer.with(id, customer_id)

const selectCartVariantsForCustomer = buildVariantsStatement(selectBuyerSql('$2::text'), IN_CART_SQL)
