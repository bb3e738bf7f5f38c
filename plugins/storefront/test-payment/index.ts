import { definePlugin, defineSettings, html, type Markup, redirect, route, shopIn } from 'cartwright'
import { z } from 'zod'
import { styleOf, stylesheets } from '../shell/style.ts'
import { DESIGNED } from '../theme/theme.ts'
import { OUTCOMES, PAGE, testProvider } from './provider.ts'
import { type TestSession, testSessionOf } from './test-session.ts'

const settings = defineSettings({ NODE_ENV: z.string().optional() })

/** Payments that move no money, for development and demonstrations. A shop in production does not have them. */
export const testPayment = definePlugin({
  name: 'test-payment',
  cartwright: '^0.1.0',
  settings,
  provides: (shop) => ({ payment: settings.of(shop).NODE_ENV === 'production' ? [] : [testProvider] }),
  routes: {
    page: route.get(`${PAGE}/:cart`, async ({ ctx, params: { cart } }) =>
      paymentPage({ ...(await testSessionOf(ctx, cart)), isSecond: false }),
    ),
    pay: route.post(
      `${PAGE}/:cart`,
      { transaction: false, input: z.object({ outcome: z.enum(OUTCOMES) }) },
      async ({ ctx, request, params: { cart }, input: { outcome } }) => {
        const session = await testSessionOf(ctx, cart)
        if (outcome === 'secure') return paymentPage({ ...session, isSecond: true })
        const { updatePaymentSession } = shopIn(ctx).asCaller().store.carts
        await updatePaymentSession({ id: cart, provider_id: testProvider.id, data: { outcome } })
        const { origin, pathname, search } = new URL(session.return_url)
        return origin === request.url.origin ? redirect(pathname + search) : linkPage(session)
      },
    ),
  },
})

interface PaymentPage extends TestSession {
  /** Whether the bank asks for a second confirmation. */
  isSecond: boolean
}

const paymentPage = ({ cart_id, cancel_url, isSecond }: PaymentPage): Markup =>
  documentOf(html`<h1>${isSecond ? 'Your bank asks: is it you?' : 'Test payment'}</h1>
<p class="lead">A payment provider has such a page. No money moves.</p>
<form class="fields" method="post" action="${PAGE}/${cart_id}">
<button class="button" name="outcome" value="paid">${isSecond ? 'Confirm' : 'Pay'}</button>
${!isSecond && html`<button class="button button-quiet" name="outcome" value="secure">Pay with 3-D Secure</button>`}
<button class="button button-quiet" name="outcome" value="refused">Refuse</button></form>
<p><a href="${cancel_url}">Back without a payment</a></p>`)

/** A form does not redirect to a storefront on another host. */
const linkPage = ({ return_url }: TestSession): Markup =>
  documentOf(html`<h1>Done</h1><p><a class="button" href="${return_url}">Back to the shop</a></p>`)

const documentOf = (content: Markup): Markup => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Test payment</title><meta name="robots" content="noindex">${stylesheets({ stylePath: styleOf(DESIGNED).path, site: { styles: '' } })}</head>
<body><main><div class="narrow">${content}</div></main></body></html>
`
