import type { EntityManager } from '@mikro-orm/postgresql'
import { readPricedCart, statement } from 'cartwright'
import type { MailOrder } from './read-order.ts'
import { sumsOf } from './sums-of-order.ts'

/** The draft order or the swap of a payment link, with the totals of today. */
export async function maybeReadLinkedCart(em: EntityManager, id: string): Promise<MailOrder | undefined> {
  const [linked] = await selectCart(em, id)
  if (!linked) return undefined
  const { cart, totals } = await readPricedCart(em, linked.cart_id)
  const { display_id, created_at, country_code, languages } = linked
  const lines = cart.items.map(({ title, quantity, includes_tax }, i) => {
    const { subtotal = 0, original_total = 0, total = 0 } = totals.lines[i] ?? {}
    return {
      title,
      description: linked.descriptions[i] ?? null,
      quantity,
      includes_tax,
      subtotal,
      original_total,
      total,
    }
  })
  const sums = sumsOf({ ...totals, items: lines })
  const values = {
    ...{ id, display_id, created_at, currency_code: cart.region.currency_code, email: cart.email ?? '' },
    items: lines.map((line) => ({ ...line, amount: sums.includes_tax ? line.original_total : line.subtotal })),
    sums,
    shipping_address: null,
    shipping_methods: cart.shipping_methods.map(({ shipping_option }) => shipping_option.name),
    subtotal: totals.subtotal,
    shipping_total: totals.shipping_total,
    discount_total: totals.discount_total,
    gift_card_total: totals.gift_card_total,
    tax_total: totals.tax_total,
    total: totals.total,
  }
  const locale = linked.locale ?? guessLocale(country_code, languages)
  return { values, locale, country_code }
}

/** The language of a country, if the shop has texts in it. */
function guessLocale(country_code: string | null, languages: readonly string[]): string | null {
  if (!country_code || !/^[a-z]{2}$/i.test(country_code)) return null
  const { language } = new Intl.Locale(`und-${country_code}`).maximize()
  const isSpoken = languages.some((tag) => new Intl.Locale(tag).language === language)
  return isSpoken ? `${language}-${country_code.toUpperCase()}` : null
}

/** The customer read the shop in the language of the cart, or else of the last order. */
const selectCart = statement<{
  display_id: number
  created_at: string
  cart_id: string
  country_code: string | null
  languages: string[]
  locale: string | null
  descriptions: (string | null)[]
}>(`
  select coalesce(d.display_id, o.display_id) as display_id, coalesce(d.created_at, s.created_at) as created_at,
    c.id as cart_id, a.country_code,
    (select languages from store limit 1) as languages,
    array(select description from line_item where cart_id = c.id order by created_at, id) as descriptions,
    coalesce(c.context ->> 'locale', (select context ->> 'locale' from cart where id = o.cart_id), (
      select last.context ->> 'locale' from "order" o join cart last on last.id = o.cart_id
      where o.customer_id = c.customer_id and last.context ->> 'locale' is not null order by o.created_at desc limit 1)) as locale
  from cart c left join draft_order d on d.cart_id = c.id left join swap s on s.cart_id = c.id
    left join "order" o on o.id = s.order_id left join address a on a.id = c.shipping_address_id
  where c.id = coalesce((select cart_id from draft_order where id = $1), (select cart_id from swap where id = $1))`)
