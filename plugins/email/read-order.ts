import type { EntityManager } from '@mikro-orm/postgresql'
import { OrderResource, readRow, showInLocale, statement } from 'cartwright'
import type { AddressValues, OrderValues } from './mail.ts'
import { sumsOf } from './sums-of-order.ts'
import { withoutLinks } from './without-links.ts'

export interface MailOrder {
  values: OrderValues
  /** The locale of the cart, if the storefront stored one. */
  locale: string | null
  country_code: string | null
}

interface OrderQuery {
  id: string
  /** The language of the titles. Default: the language of the order. */
  locale?: string | undefined
}

export async function maybeReadOrder(em: EntityManager, { id, locale }: OrderQuery): Promise<MailOrder | undefined> {
  const input = { fields: FIELDS, expand: 'items,shipping_methods.shipping_option,shipping_address' }
  const order = await readRow(em, input, { resource: OrderResource, where: [{ id }] })
  if (!order) return undefined
  const [found] = await selectLocale(em, id)
  const shown = locale ?? found?.locale
  if (shown) await showInLocale(em, OrderResource, [order], shown)
  const address = printable((order.shipping_address ?? null) as AddressValues | null)
  const lines = order.items ?? []
  const sums = sumsOf(order)
  const values: OrderValues = {
    ...order,
    shipping_address: address,
    sums,
    items: lines.map(({ title, description, quantity, subtotal = 0, original_total = 0 }) => ({
      ...{ title, description, quantity, subtotal },
      amount: sums.includes_tax ? original_total : subtotal,
    })),
    shipping_methods: (order.shipping_methods ?? []).map(({ shipping_option }) => shipping_option?.name ?? ''),
  }
  return { values, locale: found?.locale ?? null, country_code: address?.country_code ?? null }
}

/** Strangers write addresses, also for orders with the e-mail of another person, so no part of an address is a link. */
const printable = (address: AddressValues | null): AddressValues | null =>
  address && {
    first_name: withoutLinks(address.first_name),
    last_name: withoutLinks(address.last_name),
    company: withoutLinks(address.company),
    address_1: withoutLinks(address.address_1),
    address_2: withoutLinks(address.address_2),
    postal_code: withoutLinks(address.postal_code),
    city: withoutLinks(address.city),
    country_code: withoutLinks(address.country_code),
  }

const FIELDS =
  'display_id,created_at,currency_code,email,subtotal,shipping_total,discount_total,gift_card_total,gift_card_tax_total,tax_total,total'

const selectLocale = statement<{ locale: string | null }>(`
  select c.context ->> 'locale' as locale from "order" o join cart c on c.id = o.cart_id where o.id = $1`)
