import { html, type Markup } from 'cartwright'
import type { Customer } from '../api.ts'
import { statusOf } from '../orders/status.ts'
import { renderPage } from '../shell/render-page.ts'
import { formatIn } from '../site/format.ts'
import { page } from '../site/page.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'
import { WISHLIST } from '../wishlist/keep-wish.ts'
import { addressList } from './addresses.ts'
import { type Balance, balanceSection, readBalances } from './balances.ts'
import { forCustomer } from './for-customer.ts'
import { type PastOrder, pastOrderSection, readPastOrders } from './past-orders.ts'
import { hasPaymentMethods } from './payment-methods.ts'

const ORDERS = 50

type OwnOrder = Awaited<ReturnType<Visit['store']['customers']['listOrders']>>['orders'][number]

export const account = page(
  '/account',
  {},
  forCustomer(async (visit) => {
    const { store, texts, site } = visit
    const [{ customer }, { orders }, balances, pastOrders] = await Promise.all([
      store.customers.get(),
      store.customers.listOrders({ limit: ORDERS }),
      readBalances(visit),
      readPastOrders(visit),
    ])
    const content = { customer, orders, balances, pastOrders, hasPaymentMethods: hasPaymentMethods(visit) }
    const main = site.components.accountPage(visit, content)
    return renderPage(visit, { title: texts.account.title, main, isListed: false })
  }),
)

export interface AccountContent {
  customer: Customer
  orders: readonly OwnOrder[]
  /** Store credit and points. */
  balances?: readonly Balance[]
  /** Of the shop that was used before. */
  pastOrders?: readonly PastOrder[]
  /** Whether a payment provider stores methods of customers. */
  hasPaymentMethods?: boolean
}

export function accountPage(
  view: View,
  { customer, orders, balances = [], pastOrders = [], hasPaymentMethods: stores = false }: AccountContent,
): Markup {
  const { texts, path } = view
  return html`<div class="account"><h1>${texts.account.hello(customer.first_name ?? '')}</h1>
<section class="section"><h2>${texts.account.orders}</h2>
${
  orders.length === 0
    ? html`<p class="soft">${texts.account.noOrders}</p>`
    : html`<ul class="rows">${orders.map((order) => html`<li>${orderRow(view, order)}</li>`)}</ul>`
}</section>
${pastOrderSection(view, pastOrders)}
${balanceSection(view, balances)}
${view.wishes.isOffered && html`<section class="section"><h2><a href="${path(WISHLIST)}">${texts.wishlist.title}</a></h2></section>`}
<section class="section"><h2>${texts.account.addresses}</h2>${addressList(view, customer.shipping_addresses ?? [])}
<p><a class="button button-quiet" href="${path('/account/addresses/new')}">${texts.account.addAddress}</a></p></section>
<section class="section"><h2>${texts.account.login}</h2><p>${customer.email}</p>
${stores && html`<p><a href="${path('/account/payment-methods')}">${texts.account.paymentMethods}</a></p>`}
<form method="post" action="${path('/account/logout')}"><button class="button button-quiet">${texts.account.logOut}</button></form></section></div>`
}

function orderRow({ texts, path, format, language }: View, order: OwnOrder): Markup {
  const { money } = formatIn(language, order.currency_code)
  return html`<a class="row" href="${path(`/orders/${order.id}`)}"><span class="row-title">${texts.order.title(order.display_id)}</span>
<span class="soft">${format.date(order.created_at)}</span><span>${statusOf(texts, order)}</span><span class="money">${money(order.total)}</span></a>`
}
