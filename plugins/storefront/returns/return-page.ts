import { DomainError, html, type Markup } from 'cartwright'
import { z } from 'zod'
import type { Order, ReturnReason, ShippingOption } from '../api.ts'
import { viewOfOrder } from '../orders/view-of-order.ts'
import { renderPage } from '../shell/render-page.ts'
import { messageOf } from '../site/messages.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { isReturnable, returnableLines } from './returnable-lines.ts'

const EXPANDED = 'items,shipping_address,returns.items'

export const newReturn = page('/orders/:id/return', {}, async (visit, { params: { id } }) => {
  const { order } = await visit.store.orders.get({ id, expand: EXPANDED })
  return isReturnable(order) ? renderReturn(visit, { order }) : seeOther(visit, `/orders/${order.id}`)
})

const text = z.string().max(100)
const input = z.object({
  quantity: z.record(text, z.coerce.number().int().min(0).max(10_000)).default({}),
  reason: text.optional(),
  shipping: text.optional(),
})

export const requestReturn = form('/orders/:id/return', input, async (visit, { input, params: { id } }) => {
  const { store, texts } = visit
  const { order } = await store.orders.get({ id, expand: EXPANDED })
  const items = Object.entries(input.quantity).flatMap(([item_id, quantity]) =>
    quantity > 0 ? [{ item_id, quantity, ...(input.reason && { reason_id: input.reason }) }] : [],
  )
  if (items.length === 0) return refused(await renderReturn(visit, { order, error: texts.returns.nothing }))
  try {
    const return_shipping = input.shipping ? { option_id: input.shipping } : undefined
    await store.returns.create({ order_id: order.id, items, ...(return_shipping && { return_shipping }) })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return refused(await renderReturn(visit, { order, error: messageOf(texts, error) }))
  }
  return seeOther(visit, `/orders/${order.id}`)
})

async function renderReturn(visit: Visit, { order, error }: { order: Order; error?: string }): Promise<Markup> {
  const { store, texts, path } = visit
  const [{ return_reasons }, { shipping_options }] = await Promise.all([
    store.returnReasons.list(),
    store.shippingOptions.list({ region_id: order.region_id, is_return: true }),
  ])
  const main = html`<div class="narrow"><h1>${texts.returns.title}</h1><p class="lead">${texts.returns.lead}</p>
${error && html`<p class="error" role="alert">${error}</p>`}
<form class="fields" method="post" action="${path(`/orders/${order.id}/return`)}">
<fieldset class="choices"><legend>${texts.returns.items}</legend>${returnableLines(order).map(
    ({
      line,
      quantity,
    }) => html`<div class="return-line"><label for="quantity-${line.id}"><bdi>${line.title}</bdi>${line.description && html` <bdi class="soft">${line.description}</bdi>`}</label>
<input id="quantity-${line.id}" class="quantity" type="number" name="quantity[${line.id}]" value="0" min="0" max="${quantity}" inputmode="numeric" required></div>`,
  )}</fieldset>
${reasonChoice(visit, return_reasons)}
${shippingChoice(viewOfOrder(visit, order), shipping_options)}
<button class="button button-wide">${texts.returns.send}</button></form></div>`
  return renderPage(visit, { title: texts.returns.title, main, isListed: false })
}

function reasonChoice({ texts }: Visit, reasons: readonly ReturnReason[]): Markup | false {
  const choices = reasons.flatMap(({ return_reason_children: children = [], ...reason }) =>
    children.length > 0 ? children : [reason],
  )
  if (choices.length === 0) return false
  return html`<div class="field"><label for="reason">${texts.returns.reason}</label><select id="reason" name="reason">
<option value="">–</option>${choices.map(({ id, label }) => html`<option value="${id}">${label}</option>`)}</select></div>`
}

function shippingChoice({ texts, format, market }: Visit, options: readonly ShippingOption[]): Markup | false {
  if (options.length === 0) return false
  return html`<fieldset class="choices choices-large"><legend>${texts.returns.shipping}</legend>
<label class="choice"><input type="radio" name="shipping" value="" checked><span>${texts.returns.own}</span></label>
${options.map(({ id, name, amount, price_incl_tax }) => {
  const price = market.showsTax ? price_incl_tax : (amount ?? 0)
  return html`<label class="choice"><input type="radio" name="shipping" value="${id}"><span>${name}</span>
<span class="money">${price === 0 ? texts.cart.free : format.money(-price)}</span></label>`
})}</fieldset>`
}
