import { DomainError } from 'cartwright'
import { z } from 'zod'
import { forCustomer } from '../account/for-customer.ts'
import { maybeCart } from '../cart/read-cart.ts'
import { messageOf } from '../site/messages.ts'
import { form } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import { renderPayment } from './payment-page.ts'

const input = z.object({
  balance: z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(z.string().max(100)).max(20)),
})

export const chooseBalances = form(
  '/checkout/balances',
  input,
  forCustomer(async (visit, { input: { balance } }) => {
    const { store, texts } = visit
    const cart = await maybeCart(visit)
    if (!cart) return seeOther(visit, '/cart')
    try {
      const { due } = await store.carts.setTenders({ id: cart.id, tenders: balance.map((kind) => ({ kind })) })
      // A cart that balances covered has no payment sessions, and needs them once an amount remains.
      if (due > 0 && cart.shipping_methods.length > 0) await store.carts.createPaymentSessions({ id: cart.id })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return refused(await renderPayment(visit, { error: messageOf(texts, error) }))
    }
    return seeOther(visit, '/checkout/payment')
  }),
)
