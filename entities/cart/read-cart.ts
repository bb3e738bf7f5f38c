import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import type { ConditionOperator, ConditionType } from '../discount/discount-condition.ts'
import type { Allocation, DiscountType } from '../discount/discount-rule.ts'
import { NotFound } from '../errors.ts'
import { fromJson } from '../json-row.ts'
import { list, row } from '../json-sql.ts'
import type { PaymentSessionStatus } from '../payment/payment-session.ts'
import { PRODUCT, TAGS } from '../product/product-json.ts'
import { statement } from '../statement.ts'
import { ratesLinkedTo, ratesLinkedToOption } from '../tax/linked-rates.ts'
import type { LinkedRate, TaxLine } from '../tax/tax.ts'
import type { CartType } from './cart.ts'
import { addStoredPrices } from './stored-prices.ts'

/*
 * A cart and everything that its price and its answer depend on, in one statement. Reading it through the ORM's unit of
 * work took about five times the CPU, and every cart operation answers with it.
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

export interface RegionFacts extends Row {
  name: string
  currency_code: string
  tax_rate: number
  gift_cards_taxable: boolean
  automatic_taxes: boolean
  includes_tax: boolean
  countries: { iso_2: string }[]
  payment_providers: { id: string }[]
  tax_rates: Row[]
}

export interface ProductFacts extends Row {
  title: string
  type_id: string | null
  collection_id: string | null
  profile_id: string
}

export interface VariantFacts extends Row {
  title: string
  product_id: string
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
  shipping_option: Json & { id: string; name: string; profile_id: string; data: Json }
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
  /** What the order of this cart took from it; null on an open cart. */
  spent: number | null
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
  sales_channel: Json | null
  customer: (Row & { email: string; has_account: boolean }) | null
  billing_address: AddressFacts | null
  shipping_address: AddressFacts | null
  items: LineFacts[]
  shipping_methods: ShippingMethodFacts[]
  discounts: DiscountFacts[]
  gift_cards: GiftCardFacts[]
  payment: Json | null
  payment_sessions: PaymentSessionFacts[]
}

/** @throws NotFound */
export async function readCart(em: EntityManager, id: string): Promise<CartFacts> {
  const cart = cartFrom(await cartById(em, id), id)
  await addStoredPrices(em, [cart])
  return cart
}

/** The cart in the rows of `cartById`, without what is stored once it is completed. @throws NotFound */
export function cartFrom([found]: readonly { cart: unknown }[], id: string): CartFacts {
  if (!found) throw new NotFound(`Cart with ${id} was not found`)
  return inOrder(fromJson<CartFacts>(found.cart))
}

/** Several of them, in no order. */
export async function readCarts(em: EntityManager, ids: readonly string[]): Promise<CartFacts[]> {
  const found = await cartsById(em, ids)
  const carts = found.map(({ cart }) => inOrder(fromJson<CartFacts>(cart)))
  await addStoredPrices(em, carts)
  return carts
}

/** Sorts what was read in any order: PostgreSQL would have two more steps for each list to set up at each read. */
function inOrder(cart: CartFacts): CartFacts {
  const { region, items, shipping_methods, discounts, gift_cards, payment_sessions } = cart
  for (const rows of [items, discounts, gift_cards, payment_sessions, region.tax_rates]) rows.sort(byTimeOfCreation)
  for (const rows of [shipping_methods, region.payment_providers]) rows.sort(byId)
  region.countries.sort((a, b) => (a.iso_2 < b.iso_2 ? -1 : 1))
  for (const line of items) Object.assign(line, { adjustments: [], tax_lines: [] })
  for (const method of shipping_methods) method.tax_lines = []
  return cart
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
const byTimeOfCreation = (a: Row, b: Row) => a.created_at.getTime() - b.created_at.getTime() || byId(a, b)

/** A customer without the password. */
export const CUSTOMER = `select id, created_at, updated_at, deleted_at, metadata, email, first_name, last_name, phone,
  has_account, billing_address_id from customer`

/** Of a line, whose variant and product are joined as `v` and `p`. */
const VARIANT = `
  case when v.deleted_at is null and v.id is not null then ${row(`select v.*, ${PRODUCT} as product`)} end`

const LINKED_RATES = list(ratesLinkedTo({ product: 'p', region_id: 'c.region_id' }))

const LINKED_TO_OPTION = list(ratesLinkedToOption({ option_id: 'sm.shipping_option_id', region_id: 'c.region_id' }))

const CONDITIONS = `
  select dc.type, dc.operator, array(
    select product_id from discount_condition_product where condition_id = dc.id union all
    select product_type_id from discount_condition_product_type where condition_id = dc.id union all
    select product_collection_id from discount_condition_product_collection where condition_id = dc.id union all
    select product_tag_id from discount_condition_product_tag where condition_id = dc.id union all
    select customer_group_id from discount_condition_customer_group where condition_id = dc.id) as resource_ids
  from discount_condition dc
  where dc.discount_rule_id = d.rule_id and dc.deleted_at is null
  order by dc.created_at, dc.id`

const carts = (condition: string) => `
  select to_json(shown) as cart from (
    select c.*,
      ${row(`
        select r.*,
          ${list('select * from country where region_id = r.id')} as countries,
          ${list(`select p.* from payment_provider p join region_payment_providers l on l.provider_id = p.id
            where l.region_id = r.id`)} as payment_providers,
          ${list('select * from tax_rate where region_id = r.id')} as tax_rates
        from region r where r.id = c.region_id`)} as region,
      ${row('select * from sales_channel where id = c.sales_channel_id and deleted_at is null')} as sales_channel,
      ${row(`${CUSTOMER} where id = c.customer_id`)} as customer,
      ${row('select * from address where id = c.billing_address_id')} as billing_address,
      ${row('select * from address where id = c.shipping_address_id')} as shipping_address,
      ${row('select * from payment where id = c.payment_id')} as payment,
      ${list(`
        select li.*, ${VARIANT} as variant, ${TAGS} as tag_ids, ${LINKED_RATES} as linked_rates
        from line_item li
          left join product_variant v on v.id = li.variant_id
          left join product p on p.id = v.product_id
        where li.cart_id = c.id`)} as items,
      ${list(`
        select sm.*, ${row('select * from shipping_option where id = sm.shipping_option_id')} as shipping_option,
          ${LINKED_TO_OPTION} as linked_rates
        from shipping_method sm where sm.cart_id = c.id`)} as shipping_methods,
      ${list(`
        select d.*, ${row('select * from discount_rule where id = d.rule_id')} as rule, ${list(CONDITIONS)} as conditions
        from discount d join cart_discounts l on l.discount_id = d.id
        where l.cart_id = c.id and (d.deleted_at is null or c.completed_at is not null)`)} as discounts,
      ${list(`
        select g.*, (
          select t.amount from gift_card_transaction t join "order" o on o.id = t.order_id
          where t.gift_card_id = g.id and o.cart_id = c.id) as spent
        from gift_card g join cart_gift_cards l on l.gift_card_id = g.id
        where l.cart_id = c.id and g.deleted_at is null`)} as gift_cards,
      ${list('select * from payment_session where cart_id = c.id')} as payment_sessions
    from cart c where ${condition} and c.deleted_at is null
  ) shown`

export const cartById = statement<{ cart: unknown }>(carts('c.id = $1'))
const cartsById = statement<{ cart: unknown }>(carts('c.id = any($1::text[])'))
