import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson, type JsonShape, jsonListSql, wholeRowSql, wholeRowsSql } from '#database/json-rows.ts'
import type { Columns } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import type { EntityColumn, Metadata } from '#entities/base.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { RATE_IDS, TAG_IDS } from '#entities/catalogue/product/product-columns.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { showChannelStock } from '#entities/catalogue/product/show-channel-stock.ts'
import { NotFound } from '#entities/errors.ts'
import {
  type RegionSnapshot,
  type SalesChannelSnapshot,
  SETTINGS_VERSION,
  type Settings,
  type ShippingOptionSnapshot,
  type ShippingProfileSnapshot,
  settingsOf,
} from '#entities/market/settings/settings.ts'
import { hasInventory } from '#entities/market/store/inventory-mode.ts'
import { ratesOfOption, ratesOfProduct } from '#entities/market/tax/linked-rates.ts'
import type { LinkedRate, TaxLine } from '#entities/market/tax/tax.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { customerJsonSql } from '#entities/people/customer/customer-json.ts'
import { type ChosenTenders, readChosenBalances } from '#entities/promotions/balance/read-balances.ts'
import type { SpendableBalance } from '#entities/promotions/balance/spend-balances.ts'
import { AUTOMATIC_IDS_SQL, TAKES_AUTOMATIC_SQL } from '#entities/promotions/discount/automatic-discounts.ts'
import { CONDITIONS_SQL } from '#entities/promotions/discount/conditions-json.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import { IS_ALIVE_SQL } from '#entities/promotions/discount/redeemable-discounts.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import type { SpentGiftCard } from '#entities/promotions/gift-card/spend-gift-cards.ts'
import { LineItem } from '../line-item/line-item.ts'
import type { LineItemAdjustment } from '../line-item/line-item-adjustment.ts'
import type { Payment } from '../payment/payment.ts'
import type { PaymentSession } from '../payment/payment-session.ts'
import type { SoldLine } from '../pricing/agreed-terms.ts'
import { addStoredPrices } from '../pricing/stored-prices.ts'
import type { ShippingMethod } from '../shipping/shipping-method.ts'
import { Cart } from './cart.ts'
import { readTermsOfSwap } from './read-terms-of-swap.ts'

/* One statement reads the rows of a cart. Regions, options and tax rates come from the settings cache. */

export type AddressSnapshot = Columns<Address>

export interface ProductSnapshot extends Columns<Product> {
  profile: ShippingProfileSnapshot
}

export interface VariantSnapshot extends Columns<ProductVariant> {
  product: ProductSnapshot
  /** Set only if inventory is enabled. */
  purchasable?: boolean
}

export interface CartLineSnapshot
  extends Pick<
    Columns<LineItem>,
    | EntityColumn
    | 'cart_id'
    | 'order_id'
    | 'title'
    | 'is_return'
    | 'is_giftcard'
    | 'allow_discounts'
    | 'has_shipping'
    | 'should_merge'
    | 'is_price_fixed'
    | 'agreed'
    | 'unit_price'
    | 'includes_tax'
    | 'tax_rate_id'
    | 'quantity'
    | 'returned_quantity'
    | 'variant_id'
  > {
  variant: VariantSnapshot | null
  /** Whether the sales channel of the cart offers the product. */
  is_offered: boolean
  tag_ids: string[]
  linked_rates: LinkedRate[]
  /** Empty for an open cart, whose adjustments are computed. */
  adjustments: AdjustmentSnapshot[]
  tax_lines: TaxLine[]
}

export type AdjustmentSnapshot = Columns<LineItemAdjustment>

export interface ShippingMethodSnapshot
  extends Pick<
    Columns<ShippingMethod>,
    'id' | 'cart_id' | 'shipping_option_id' | 'price' | 'includes_tax' | 'data' | 'adjustments'
  > {
  shipping_option: ShippingOptionSnapshot
  linked_rates: LinkedRate[]
  tax_lines: TaxLine[]
}

export type GiftCardSnapshot = Pick<
  Columns<GiftCard>,
  EntityColumn | 'code' | 'value' | 'balance' | 'region_id' | 'is_disabled' | 'ends_at' | 'tax_rate'
>

export interface PaymentSessionSnapshot extends Columns<PaymentSession> {
  metadata: Metadata | null
}

type PaidAmount = Pick<Columns<Payment>, 'amount' | 'amount_refunded' | 'canceled_at'>
type CartPaymentSnapshot = Pick<Columns<Payment>, EntityColumn> & PaidAmount

export type CustomerSnapshot = Omit<Columns<Customer>, 'password_hash'>

export interface CartSnapshot extends Columns<Cart> {
  region: RegionSnapshot
  sales_channel: SalesChannelSnapshot | null
  customer: CustomerSnapshot | null
  billing_address: AddressSnapshot | null
  shipping_address: AddressSnapshot | null
  items: CartLineSnapshot[]
  shipping_methods: ShippingMethodSnapshot[]
  discounts: DiscountSnapshot[]
  /** Whether the shop has automatic discounts, also of other carts. */
  has_automatic_discounts?: boolean
  /** The lines of the order of a swap. Undefined for another cart. */
  sold_lines?: SoldLine[]
  gift_cards: GiftCardSnapshot[]
  /** The gift card payments of a completed cart. Empty for an open cart. */
  gift_card_transactions: SpentGiftCard[]
  /** The balances that pay for an open cart. */
  balances: readonly SpendableBalance[]
  payment: CartPaymentSnapshot | null
  /** The payments of a completed cart, also by balances. Empty for an open cart. */
  payments: readonly PaidAmount[]
  payment_sessions: PaymentSessionSnapshot[]
}

export async function readCart(em: EntityManager, id: string): Promise<CartSnapshot> {
  const cart = await parseCart(em, await selectCartStatement(em, id), id)
  await addBalances(em, cart)
  await addStoredPrices(em, [cart])
  return cart
}

/** Sets the balances that pay for the cart. */
export async function addBalances(em: EntityManager, cart: CartSnapshot): Promise<void> {
  const tenders = usedTenders(cart)
  if (tenders) cart.balances = await readChosenBalances(em, tenders)
}

/** Without balances, see `addBalances`, and without the stored prices of a completed cart, see `addStoredPrices`. */
export async function parseCart(em: EntityManager, rows: readonly CartRow[], id: string): Promise<CartSnapshot> {
  const [cart] = await parseCarts(em, rows)
  if (!cart) throw new NotFound(`Cart with ${id} was not found`)
  return cart
}

/** Without balances. The order of the carts is undefined. */
export async function readCarts(em: EntityManager, ids: readonly string[]): Promise<CartSnapshot[]> {
  const snapshots = await parseCarts(em, await selectCartsStatement(em, ids))
  await addStoredPrices(em, snapshots)
  return snapshots
}

export interface CartRow {
  cart: unknown
}

interface BareCart extends Omit<CartSnapshot, 'region' | 'sales_channel' | 'items' | 'shipping_methods'> {
  settings_version: string
  items: BareLine[]
  shipping_methods: Omit<ShippingMethodSnapshot, 'shipping_option' | 'linked_rates' | 'tax_lines'>[]
}

type BareLine = Omit<CartLineSnapshot, 'variant' | 'linked_rates' | 'adjustments' | 'tax_lines'> & {
  variant: (Omit<VariantSnapshot, 'product'> & { deleted_at: Date | null }) | null
  product: Omit<ProductSnapshot, 'profile'> | null
  rate_ids: string[]
}

async function parseCarts(em: EntityManager, rows: readonly CartRow[]): Promise<CartSnapshot[]> {
  const carts = rows.map(({ cart }) => fromJson<BareCart>(cart, CART_SHAPE))
  const [first] = carts
  if (!first) return []
  for (const cart of carts) if (cart.type === 'swap') await addTermsOfSwap(em, cart)
  const settings = await settingsOf(em, first.settings_version, carts.flatMap(settingIdsOf))
  if (hasInventory(em)) for (const cart of carts) await showCartStock(em, cart)
  return carts.map((cart) => addSettings(cart, settings))
}

/** A choice is void after a change of the customer or of the currency. A swap has no tenders. */
export function usedTenders({ tenders, ...cart }: CartSnapshot): ChosenTenders | undefined {
  const isUsed =
    tenders &&
    cart.completed_at === null &&
    cart.type !== 'swap' &&
    cart.customer?.has_account &&
    tenders.customer_id === cart.customer_id &&
    tenders.currency_code === cart.region.currency_code
  return isUsed ? tenders : undefined
}

const NO_BALANCES: readonly SpendableBalance[] = []
const NO_PAYMENTS: readonly PaidAmount[] = []

async function addTermsOfSwap(em: EntityManager, cart: BareCart): Promise<void> {
  const [{ sold_lines, agreed } = { sold_lines: [], agreed: [] }] = await readTermsOfSwap(em, cart.id)
  const discounts = cart.discounts.map((discount) => {
    const terms = agreed.find(({ discount_id }) => discount_id === discount.id)
    return { ...discount, agreed_value: terms?.value ?? null, agreed_allocation: terms?.allocation ?? null }
  })
  Object.assign(cart, { sold_lines, discounts })
}

const showCartStock = (em: EntityManager, { sales_channel_id, items }: BareCart): Promise<unknown> =>
  showChannelStock(
    em,
    items.flatMap(({ variant }) => variant ?? []),
    sales_channel_id ? [sales_channel_id] : 'default',
  )

function settingIdsOf({ region_id, sales_channel_id, items, shipping_methods }: BareCart): string[] {
  const ids = [region_id]
  if (sales_channel_id) ids.push(sales_channel_id)
  for (const { product } of items) if (product) ids.push(product.profile_id)
  for (const { shipping_option_id } of shipping_methods) ids.push(shipping_option_id)
  return ids
}

function addSettings(bare: BareCart, settings: Settings): CartSnapshot {
  const region = settings.region(bare.region_id)
  const items = bare.items.map((line) =>
    Object.assign(line, pickSoldVariant(line, region, settings), { adjustments: [], tax_lines: [] }),
  )
  const shipping_methods = bare.shipping_methods.map((method) => {
    const shipping_option = settings.shippingOption(method.shipping_option_id)
    return Object.assign(method, {
      shipping_option,
      linked_rates: ratesOfOption(region, shipping_option.id),
      tax_lines: [],
    })
  })
  for (const rows of [items, bare.discounts, bare.gift_cards, bare.payment_sessions]) rows.sort(byTimeOfCreation)
  return Object.assign(bare, {
    region,
    sales_channel: bare.sales_channel_id ? settings.salesChannel(bare.sales_channel_id) : null,
    items,
    shipping_methods: shipping_methods.sort(byId),
    gift_card_transactions: [],
    balances: NO_BALANCES,
    payments: NO_PAYMENTS,
  })
}

function pickSoldVariant(
  { variant, product, rate_ids, tax_rate_id }: BareLine,
  region: RegionSnapshot,
  settings: Settings,
) {
  if (!product || product.deleted_at !== null || !variant || variant.deleted_at !== null)
    return { variant: null, linked_rates: region.tax_rates.filter(({ id }) => id === tax_rate_id) }
  const { type_id, profile_id } = product
  const whole = Object.assign(product, { profile: settings.shippingProfile(profile_id) })
  return {
    variant: Object.assign(variant, { product: whole }),
    linked_rates: ratesOfProduct(region, { type_id, rate_ids }),
  }
}

const SOLD_VARIANT = { variant: { entity: ProductVariant }, product: { entity: Product } }
const CART_SHAPE: JsonShape = {
  entity: Cart,
  nested: {
    customer: { entity: Customer },
    billing_address: { entity: Address },
    shipping_address: { entity: Address },
    items: { entity: LineItem, nested: SOLD_VARIANT },
    discounts: { entity: Discount },
    gift_cards: { entity: GiftCard },
  },
}

type Created = { id: string; created_at: Date }

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
export const byTimeOfCreation = (a: Created, b: Created) =>
  a.created_at.getTime() - b.created_at.getTime() || byId(a, b)

/** A card that moved to another region does not pay in open carts of its old region. */
const IS_PAYING_SQL = 'deleted_at is null and (region_id = c.region_id or c.completed_at is not null)'
const IN_CART_SQL = 'id = any(array(select gift_card_id from cart_gift_cards where cart_id = c.id))'

const carts = (condition: string) => `
  select to_json(shown) as cart from (
    select c.*,
      ${SETTINGS_VERSION} as settings_version,
      (select ${customerJsonSql('owner')} from customer owner where id = c.customer_id) as customer,
      ${wholeRowSql('address', 'id = c.billing_address_id')} as billing_address,
      ${wholeRowSql('address', 'id = c.shipping_address_id')} as shipping_address,
      ${wholeRowSql('payment', 'id = c.payment_id')} as payment,
      ${jsonListSql(`
        select li.*, v as variant, p as product, ${TAG_IDS} as tag_ids, ${RATE_IDS} as rate_ids,
          c.sales_channel_id is null or exists (select from product_sales_channel l
            where l.product_id = p.id and l.sales_channel_id = c.sales_channel_id) as is_offered
        from line_item li
          left join product_variant v on v.id = li.variant_id
          left join product p on p.id = v.product_id
        where li.cart_id = c.id`)} as items,
      ${wholeRowsSql('shipping_method', 'cart_id = c.id')} as shipping_methods,
      ${jsonListSql(`
        select d.*, r as rule, ${CONDITIONS_SQL} as conditions
        from (select discount_id from cart_discounts where cart_id = c.id union all ${AUTOMATIC_IDS_SQL}) l
          join discount d on d.id = l.discount_id join discount_rule r on r.id = d.rule_id
        where ${IS_ALIVE_SQL} or c.completed_at is not null or c.type = 'swap'`)} as discounts,
      ${TAKES_AUTOMATIC_SQL} as has_automatic_discounts,
      ${wholeRowsSql('gift_card', `${IS_PAYING_SQL} and ${IN_CART_SQL}`)} as gift_cards,
      ${wholeRowsSql('payment_session', 'cart_id = c.id')} as payment_sessions
    from cart c where ${condition} and c.deleted_at is null
  ) shown`

export const selectCartStatement = statement<CartRow>(carts('c.id = $1'))
const selectCartsStatement = statement<CartRow>(carts('c.id = any($1::text[])'))
