import { html, type Markup } from 'cartwright'
import { z } from 'zod'
import type { Order } from '../api.ts'
import { plainLine } from '../cart/line.ts'
import { totals } from '../cart/totals.ts'
import { addressLines } from '../checkout/address-lines.ts'
import { returnList } from '../returns/return-list.ts'
import { isReturnable } from '../returns/returnable-lines.ts'
import { renderPage } from '../shell/render-page.ts'
import { page } from '../site/page.ts'
import type { View } from '../site/view.ts'
import { statusOf } from './status.ts'
import { viewOfOrder } from './view-of-order.ts'

const query = z.object({ thanks: z.string().optional().catch(undefined) })

const EXPANDED = 'items,shipping_address,shipping_methods.shipping_option,fulfillments.tracking_links,returns.items'

/** The ID of an order is a secret of its customer, so it opens the page. */
export const order = page('/orders/:id', { input: query }, async (visit, { input: { thanks }, params: { id } }) => {
  const { store, texts, site } = visit
  const { order: found } = await store.orders.get({ id, expand: EXPANDED })
  await visit.pictures.load((found.items ?? []).map(({ thumbnail }) => thumbnail))
  const content = { order: found, isNew: thanks !== undefined }
  const main = site.components.orderPage(viewOfOrder(visit, found), content)
  return renderPage(visit, { title: texts.order.title(found.display_id), main, isListed: false })
})

export interface OrderContent {
  order: Order
  /** Whether the customer has just placed it. */
  isNew: boolean
}

export function orderPage(view: View, { order, isNew }: OrderContent): Markup {
  const { texts, format } = view
  const { display_id, email, items = [], shipping_methods = [], shipping_address, created_at } = order
  const name = shipping_address?.first_name
  const title = isNew ? (name ? texts.order.thanksFor(name) : texts.order.thanks) : texts.order.title(display_id)
  return html`<div class="order"><h1>${title}</h1>
${isNew && html`<p class="lead">${texts.order.confirmation(email)}</p>`}
<dl class="facts"><div><dt>${texts.order.number}</dt><dd>${display_id}</dd></div>
<div><dt>${texts.order.status}</dt><dd>${statusOf(texts, order)}</dd></div></dl>
<p class="soft">${texts.order.placed(format.date(created_at))}</p>
${trackingNumbers(view, order)}
<ul class="lines">${items.map((line) => plainLine(view, line))}</ul>
${totals(view, { cart: order, hasShipping: true })}
<div class="columns"><section><h2>${texts.order.sentTo}</h2><p>${addressLines(view, shipping_address)}</p></section>
<section><h2>${texts.checkout.delivery}</h2><p>${shipping_methods
    .map(({ shipping_option }) => shipping_option?.name)
    .filter(Boolean)
    .join(', ')}</p></section></div>
${returnList(view, order)}
${isReturnable(order) && html`<p><a class="button button-quiet" href="${view.path(`/orders/${order.id}/return`)}">${texts.returns.start}</a></p>`}</div>`
}

function trackingNumbers({ texts }: View, { fulfillments = [] }: Order): Markup | false {
  const links = fulfillments.flatMap(({ tracking_links = [] }) => tracking_links)
  if (links.length === 0) return false
  return html`<p>${texts.order.tracking}: ${links.map(({ tracking_number, url, carrier }) => {
    const text = [carrier, tracking_number].filter(Boolean).join(' ')
    return url?.startsWith('https://') ? html`<a href="${url}" rel="noreferrer">${text}</a> ` : html`${text} `
  })}</p>`
}
