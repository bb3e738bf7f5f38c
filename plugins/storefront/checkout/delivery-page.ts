import { DomainError, html, type Markup } from 'cartwright'
import { z } from 'zod'
import type { Cart, ShippingOption } from '../api.ts'
import { readDiscountNotes } from '../cart/discount-notes.ts'
import { maybeCart } from '../cart/read-cart.ts'
import { renderPage } from '../shell/render-page.ts'
import { messageOf } from '../site/messages.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'
import { addressLines } from './address-lines.ts'

export const delivery = page('/checkout/delivery', {}, (visit) => renderDelivery(visit))

/** The options by shipping profile, because goods and gift cards are sent in different ways. */
const input = z.object({ option: z.record(z.string().max(100), z.string().max(100)).default({}) })

export const chooseDelivery = form('/checkout/delivery', input, async (visit, { input: { option: chosen } }) => {
  const { store, texts } = visit
  const cart = await maybeCart(visit)
  if (!cart) return seeOther(visit, '/cart')
  const { shipping_options } = await store.shippingOptions.listForCart({ cart_id: cart.id })
  const isComplete = [...byProfile(shipping_options).keys()].every((profile) => chosen[profile])
  if (!isComplete) return refused(await renderDelivery(visit, { error: texts.errors.choose }))
  try {
    for (const option_id of Object.values(chosen)) await store.carts.addShippingMethod({ id: cart.id, option_id })
    await store.carts.createPaymentSessions({ id: cart.id })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return refused(await renderDelivery(visit, { error: messageOf(texts, error) }))
  }
  return seeOther(visit, '/checkout/payment')
})

const byProfile = (options: readonly ShippingOption[]): Map<string, ShippingOption[]> =>
  Map.groupBy(options, ({ profile_id }) => profile_id)

interface Messages {
  error?: string
  codeError?: string
}

/** The step of the delivery. Without an address, leads to the step before. */
export async function renderDelivery(visit: Visit, { error, codeError }: Messages = {}): Promise<Markup | Response> {
  const { store, texts, site } = visit
  const cart = await maybeCart(visit)
  if (!cart?.items.length) return seeOther(visit, '/cart')
  if (!cart.email || !cart.shipping_address?.address_1) return seeOther(visit, '/checkout')
  const { shipping_options } = await store.shippingOptions.listForCart({ cart_id: cart.id })
  const form = deliveryForm(visit, cart, shipping_options)
  const notes = await readDiscountNotes(visit, cart)
  const codes = { back: '/checkout/delivery', error: codeError, notes } as const
  const main = site.components.checkoutPage(visit, { cart, step: 'delivery', form, error, codes })
  return renderPage(visit, { title: texts.checkout.title, main, isListed: false, isFocused: true })
}

function deliveryForm(view: View, cart: Cart, options: readonly ShippingOption[]): Markup {
  const { texts, path } = view
  const { checkout } = texts
  return html`<div class="review"><h2>${checkout.to}</h2>
<p>${addressLines(view, cart.shipping_address)}</p><p><a href="${path('/checkout')}">${checkout.change}</a></p></div>
${
  options.length === 0
    ? html`<p class="note">${checkout.noOption}</p>`
    : html`<form class="fields" method="post" action="${path('/checkout/delivery')}">
${[...byProfile(options)].map(([profile, group]) => optionGroup(view, { cart, profile, group }))}
<button class="button button-wide">${checkout.toPayment}</button></form>`
}`
}

interface OptionGroup {
  cart: Cart
  profile: string
  group: readonly ShippingOption[]
}

function optionGroup({ texts, format, market }: View, { cart, profile, group }: OptionGroup): Markup {
  const chosen = cart.shipping_methods.find((method) => group.some(({ id }) => id === method.shipping_option_id))
  const sorted = group.toSorted((a, b) => (a.amount ?? 0) - (b.amount ?? 0))
  const selected = chosen?.shipping_option_id ?? sorted[0]?.id
  return html`<fieldset class="choices choices-large"><legend>${texts.checkout.howDelivered}</legend>
${sorted.map(({ id, name, amount, price_incl_tax }) => {
  const price = market.showsTax ? price_incl_tax : (amount ?? 0)
  return html`<label class="choice"><input type="radio" name="option[${profile}]" value="${id}" required${id === selected && html` checked`}>
<span>${name}</span><span class="money">${price === 0 ? texts.cart.free : format.money(price)}</span></label>`
})}</fieldset>`
}
