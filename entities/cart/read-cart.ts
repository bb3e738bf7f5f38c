import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import { CUSTOMER_COLUMNS } from '../customer/customer-columns.ts'
import { CONDITIONS } from '../discount/conditions-json.ts'
import type { ConditionOperator, ConditionType } from '../discount/discount-condition.ts'
import type { Allocation, DiscountType } from '../discount/discount-rule.ts'
import { NotFound } from '../errors.ts'
import type { SpentGiftCard } from '../gift-card/spend.ts'
import { fromJson } from '../json-row.ts'
import { list, row } from '../json-sql.ts'
import type { PaymentSessionStatus } from '../payment/payment-session.ts'
import { RATE_IDS, TAG_IDS } from '../product/product-columns.ts'
import {
  type RegionFacts,
  type SalesChannelFacts,
  SETTINGS_VERSION,
  type Settings,
  type ShippingOptionFacts,
  type ShippingProfileFacts,
  settingsOf,
} from '../settings/settings.ts'
import { statement } from '../statement.ts'
import { ratesOfOption, ratesOfProduct } from '../tax/linked-rates.ts'
import type { LinkedRate, TaxLine } from '../tax/tax.ts'
import type { AgreedPrice } from './agreed-price.ts'
import type { CartType } from './cart.ts'
import { addStoredPrices } from './stored-prices.ts'

/*
 * A cart and everything that its price and its answer depend on, in one statement, but for the settings of the shop, which
 * are kept in memory. Reading it through the ORM's unit of work took about five times the CPU, and every cart operation
 * answers with it.
 */

type Json = Record<string, unknown>

interface Row {
  id: string
  created_at: Date
  updated_at: Date
  metadata: Metadata | null
}

export interface AddressFacts extends Row {
  deleted_at: Date | null
  customer_id: string | null
  company: string | null
  first_name: string | null
  last_name: string | null
  address_1: string | null
  address_2: string | null
  city: string | null
  country_code: string | null
  province: string | null
  postal_code: string | null
  phone: string | null
}

export interface ProductFacts extends Row {
  title: string
  type_id: string | null
  collection_id: string | null
  profile_id: string
  profile: ShippingProfileFacts
}

export interface VariantFacts extends Row {
  title: string
  product_id: string
  manage_inventory: boolean
  inventory_quantity: number
  product: ProductFacts
}

export interface LineFacts extends Row {
  cart_id: string | null
  order_id: string | null
  title: string
  is_return: boolean
  is_giftcard: boolean
  allow_discounts: boolean
  has_shipping: boolean | null
  should_merge: boolean
  is_price_fixed: boolean
  agreed: AgreedPrice | null
  unit_price: number
  includes_tax: boolean
  quantity: number
  returned_quantity: number | null
  variant_id: string | null
  variant: VariantFacts | null
  /** The tags of the product, for the conditions of discounts. */
  tag_ids: string[]
  /** The tax rates linked to the product or its type. */
  linked_rates: LinkedRate[]
  /** What was stored when the cart was completed; empty on an open cart. */
  adjustments: AdjustmentFacts[]
  tax_lines: TaxLine[]
}

export interface AdjustmentFacts {
  id: string
  item_id: string
  description: string
  discount_id: string | null
  amount: number
  metadata: Metadata | null
}

export interface ShippingMethodFacts {
  id: string
  shipping_option_id: string
  price: number
  includes_tax: boolean
  data: Json
  shipping_option: ShippingOptionFacts
  linked_rates: LinkedRate[]
  tax_lines: TaxLine[]
}

export interface DiscountFacts extends Row {
  code: string
  is_disabled: boolean
  parent_discount_id: string | null
  starts_at: Date
  ends_at: Date | null
  usage_limit: number | null
  usage_count: number
  rule: Row & { type: DiscountType; value: number; allocation: Allocation | null }
  conditions: { type: ConditionType; operator: ConditionOperator; resource_ids: string[] }[]
}

export interface GiftCardFacts extends Row {
  code: string
  value: number
  balance: number
  region_id: string
  is_disabled: boolean
  ends_at: Date | null
  tax_rate: number | null
}

export interface PaymentSessionFacts extends Row {
  cart_id: string
  provider_id: string
  is_selected: boolean | null
  is_initiated: boolean
  status: PaymentSessionStatus
  data: Json
  idempotency_key: string | null
  amount: number | null
  payment_authorized_at: Date | null
}

export interface CustomerFacts extends Row {
  email: string
  has_account: boolean
}

export interface CartFacts extends Row {
  deleted_at: Date | null
  email: string | null
  type: CartType
  region_id: string
  customer_id: string | null
  sales_channel_id: string | null
  billing_address_id: string | null
  shipping_address_id: string | null
  payment_id: string | null
  payment_attempt_id: string | null
  completed_at: Date | null
  payment_authorized_at: Date | null
  idempotency_key: string | null
  context: Json | null
  region: RegionFacts
  sales_channel: SalesChannelFacts | null
  customer: CustomerFacts | null
  billing_address: AddressFacts | null
  shipping_address: AddressFacts | null
  items: LineFacts[]
  shipping_methods: ShippingMethodFacts[]
  discounts: DiscountFacts[]
  gift_cards: GiftCardFacts[]
  /** What was stored when the cart was completed; empty on an open cart. */
  gift_card_transactions: SpentGiftCard[]
  payment: Json | null
  payment_sessions: PaymentSessionFacts[]
}

/** @throws NotFound */
export async function readCart(em: EntityManager, id: string): Promise<CartFacts> {
  const cart = await cartFrom(em, await cartById(em, id), id)
  await addStoredPrices(em, [cart])
  return cart
}

/** The cart in the rows of `cartById`, without what is stored once it is completed. @throws NotFound */
export async function cartFrom(em: EntityManager, rows: readonly StoredCart[], id: string): Promise<CartFacts> {
  const [cart] = await cartsFrom(em, rows)
  if (!cart) throw new NotFound(`Cart with ${id} was not found`)
  return cart
}

/** Several of them, in no order. */
export async function readCarts(em: EntityManager, ids: readonly string[]): Promise<CartFacts[]> {
  const carts = await cartsFrom(em, await cartsById(em, ids))
  await addStoredPrices(em, carts)
  return carts
}

export interface StoredCart {
  cart: unknown
}

/** A cart as it is stored, without the settings it is read with. */
interface BareCart extends Omit<CartFacts, 'region' | 'sales_channel' | 'items' | 'shipping_methods'> {
  settings_version: string
  items: BareLine[]
  shipping_methods: Omit<ShippingMethodFacts, 'shipping_option' | 'linked_rates' | 'tax_lines'>[]
}

type BareLine = Omit<LineFacts, 'variant' | 'linked_rates' | 'adjustments' | 'tax_lines'> & {
  variant: (Omit<VariantFacts, 'product'> & { deleted_at: Date | null }) | null
  product: Omit<ProductFacts, 'profile'> | null
  rate_ids: string[]
}

async function cartsFrom(em: EntityManager, rows: readonly StoredCart[]): Promise<CartFacts[]> {
  const carts = rows.map(({ cart }) => fromJson<BareCart>(cart))
  const [first] = carts
  if (!first) return []
  const settings = await settingsOf(em, first.settings_version, carts.flatMap(settingsIn))
  return carts.map((cart) => withSettings(cart, settings))
}

function settingsIn({ region_id, sales_channel_id, items, shipping_methods }: BareCart): string[] {
  const ids = [region_id]
  if (sales_channel_id) ids.push(sales_channel_id)
  for (const { product } of items) if (product) ids.push(product.profile_id)
  for (const { shipping_option_id } of shipping_methods) ids.push(shipping_option_id)
  return ids
}

/** The whole cart, in order. PostgreSQL would have two more steps for each list to set up at each read. */
function withSettings(bare: BareCart, settings: Settings): CartFacts {
  const cart = bare as object as CartFacts
  cart.region = settings.region(bare.region_id)
  cart.sales_channel = bare.sales_channel_id ? settings.salesChannel(bare.sales_channel_id) : null
  for (const line of bare.items)
    Object.assign(line, soldWith(line, cart.region, settings), { adjustments: [], tax_lines: [] })
  for (const method of bare.shipping_methods) {
    const shipping_option = settings.shippingOption(method.shipping_option_id)
    Object.assign(method, {
      shipping_option,
      linked_rates: ratesOfOption(cart.region, shipping_option.id),
      tax_lines: [],
    })
  }
  for (const rows of [cart.items, cart.discounts, cart.gift_cards, cart.payment_sessions]) rows.sort(byTimeOfCreation)
  cart.shipping_methods.sort(byId)
  cart.gift_card_transactions = []
  return cart
}

function soldWith({ variant, product, rate_ids }: BareLine, region: RegionFacts, settings: Settings) {
  if (!product || !variant || variant.deleted_at !== null) return { variant: null, linked_rates: [] }
  const { type_id, profile_id } = product
  const whole = Object.assign(product, { profile: settings.shippingProfile(profile_id) })
  return {
    variant: Object.assign(variant, { product: whole }),
    linked_rates: ratesOfProduct(region, { type_id, rate_ids }),
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
export const byTimeOfCreation = (a: Row, b: Row) => a.created_at.getTime() - b.created_at.getTime() || byId(a, b)

const carts = (condition: string) => `
  select to_json(shown) as cart from (
    select c.*,
      ${SETTINGS_VERSION} as settings_version,
      ${row(`select ${CUSTOMER_COLUMNS} from customer where id = c.customer_id`)} as customer,
      ${row('select * from address where id = c.billing_address_id')} as billing_address,
      ${row('select * from address where id = c.shipping_address_id')} as shipping_address,
      ${row('select * from payment where id = c.payment_id')} as payment,
      ${list(`
        select li.*, v as variant, p as product, ${TAG_IDS} as tag_ids, ${RATE_IDS} as rate_ids
        from line_item li
          left join product_variant v on v.id = li.variant_id
          left join product p on p.id = v.product_id
        where li.cart_id = c.id`)} as items,
      ${list('select * from shipping_method where cart_id = c.id')} as shipping_methods,
      ${list(`
        select d.*, r as rule, ${CONDITIONS} as conditions
        from cart_discounts l join discount d on d.id = l.discount_id join discount_rule r on r.id = d.rule_id
        where l.cart_id = c.id and (d.deleted_at is null or c.completed_at is not null)`)} as discounts,
      ${list(`
        select g.* from gift_card g join cart_gift_cards l on l.gift_card_id = g.id
        where l.cart_id = c.id and g.deleted_at is null`)} as gift_cards,
      ${list('select * from payment_session where cart_id = c.id')} as payment_sessions
    from cart c where ${condition} and c.deleted_at is null
  ) shown`

export const cartById = statement<StoredCart>(carts('c.id = $1'))
const cartsById = statement<StoredCart>(carts('c.id = any($1::text[])'))
