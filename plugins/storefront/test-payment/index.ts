import { definePlugin, defineSettings, html, type Markup, redirect, route } from 'cartwright'
import { z } from 'zod'
import { styleOf, stylesheets } from '../shell/style.ts'
import { DESIGNED } from '../theme/theme.ts'
import { PAGE, testProvider } from './provider.ts'
import { findWaitingPayment, OUTCOMES } from './waiting-payments.ts'

const settings = defineSettings({ NODE_ENV: z.string().optional() })

/** Payments that move no money, for development and demonstrations. A shop in production does not have them. */
export const testPayment = definePlugin({
  name: 'test-payment',
  cartwright: '^0.1.0',
  settings,
  provides: (shop) => ({ payment: settings.of(shop).NODE_ENV === 'production' ? [] : [testProvider] }),
  routes: {
    page: route.get(`${PAGE}/:id`, async ({ params: { id } }) =>
      paymentPage({ id, ...findWaitingPayment(id), isSecond: false }),
    ),
    pay: route.post(
      `${PAGE}/:id`,
      { transaction: false, input: z.object({ outcome: z.enum(OUTCOMES) }) },
      async ({ request, params: { id }, input: { outcome } }) => {
        const payment = findWaitingPayment(id)
        if (outcome === 'secure') return paymentPage({ id, ...payment, isSecond: true })
        payment.outcome = outcome
        const { origin, pathname, search } = new URL(payment.return_url)
        return origin === request.url.origin ? redirect(pathname + search) : linkPage(payment)
      },
    ),
  },
})

interface PaymentPage {
  /** The ID of the cart or the payment collection. */
  id: string
  cancel_url: string
  /** Whether the bank asks for a second confirmation. */
  isSecond: boolean
}

const paymentPage = ({ id, cancel_url, isSecond }: PaymentPage): Markup =>
  documentOf(html`<h1>${isSecond ? 'Your bank asks: is it you?' : 'Test payment'}</h1>
<p class="lead">A payment provider has such a page. No money moves.</p>
<form class="fields" method="post" action="${PAGE}/${id}">
<button class="button" name="outcome" value="paid">${isSecond ? 'Confirm' : 'Pay'}</button>
${!isSecond && html`<button class="button button-quiet" name="outcome" value="secure">Pay with 3-D Secure</button>`}
<button class="button button-quiet" name="outcome" value="refused">Refuse</button></form>
<p><a href="${cancel_url}">Back without a payment</a></p>`)

/** A form does not redirect to a storefront on another host. */
const linkPage = ({ return_url }: { return_url: string }): Markup =>
  documentOf(html`<h1>Done</h1><p><a class="button" href="${return_url}">Back to the shop</a></p>`)

const documentOf = (content: Markup): Markup => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Test payment</title><meta name="robots" content="noindex">${stylesheets({ stylePath: styleOf(DESIGNED).path, site: { styles: '' } })}</head>
<body><main><div class="narrow">${content}</div></main></body></html>
`
