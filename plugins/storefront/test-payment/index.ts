import { definePlugin, defineSettings, html, type Markup, redirect, route, shopIn } from 'cartwright'
import { z } from 'zod'
import { styleOf } from '../shell/style.ts'
import { ownPath } from '../site/own-path.ts'
import { DESIGNED } from '../theme/theme.ts'
import { OUTCOMES, testProvider } from './provider.ts'

const settings = defineSettings({ NODE_ENV: z.string().optional() })

const query = z.object({ return: ownPath.catch('/') })

/** Payments that move no money, for development and demonstrations. A shop in production does not have them. */
export const testPayment = definePlugin({
  name: 'test-payment',
  cartwright: '^0.1.0',
  settings,
  provides: (shop) => ({ payment: settings.of(shop).NODE_ENV === 'production' ? [] : [testProvider] }),
  routes: {
    page: route.get('/dev/pay/:cart', { input: query }, ({ params, input }) =>
      paymentPage({ action: `/dev/pay/${params.cart}`, back: input.return, isSecond: false }),
    ),
    pay: route.post(
      '/dev/pay/:cart',
      { transaction: false, input: z.object({ outcome: z.enum(OUTCOMES), return: ownPath }) },
      async ({ ctx, params, input: { outcome, return: back } }) => {
        if (outcome === 'secure') return paymentPage({ action: `/dev/pay/${params.cart}`, back, isSecond: true })
        const session = { id: params.cart, provider_id: testProvider.id, data: { outcome } }
        await shopIn(ctx).asCaller().store.carts.updatePaymentSession(session)
        // The customer does not click again: the browser sends the form on.
        return redirect(back, 307)
      },
    ),
  },
})

interface PaymentPage {
  action: string
  back: string
  /** Whether the bank asks for a second confirmation. */
  isSecond: boolean
}

const paymentPage = ({ action, back, isSecond }: PaymentPage): Markup => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Test payment</title><meta name="robots" content="noindex"><link rel="stylesheet" href="${styleOf(DESIGNED, { styles: '' }).path}"></head>
<body><main><div class="narrow"><h1>${isSecond ? 'Your bank asks: is it you?' : 'Test payment'}</h1>
<p class="lead">A payment provider has such a page. No money moves.</p>
<form class="fields" method="post" action="${action}"><input type="hidden" name="return" value="${back}">
<button class="button" name="outcome" value="paid">${isSecond ? 'Confirm' : 'Pay'}</button>
${!isSecond && html`<button class="button button-quiet" name="outcome" value="secure">Pay with 3-D Secure</button>`}
<button class="button button-quiet" name="outcome" value="refused">Refuse</button></form></div></main></body></html>
`
