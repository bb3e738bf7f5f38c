import { DomainError } from 'cartwright'
import { z } from 'zod'
import type { Cart } from '../api.ts'
import { maybeCart } from '../cart/read-cart.ts'
import { messageOf } from '../site/messages.ts'
import { form } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { renderPayment } from './payment-page.ts'

const input = z.object({
  provider: z.string().max(100).optional(),
  /** The total that the customer saw, in minor units. */
  total: z.coerce.number().int(),
})

export const placeOrder = form('/checkout/payment', input, async (visit, { input: { provider, total } }) => {
  const { texts } = visit
  const cart = await maybeCart(visit)
  if (!cart) return seeOther(visit, '/cart')
  if (cart.total !== total) return refuse(visit, texts.checkout.totalChanged)
  try {
    return await complete(visit, cart, provider)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return refuse(
      visit,
      error.kind === 'payment_authorization_error' ? texts.checkout.declined : messageOf(texts, error),
    )
  }
})

/** A second click gets the same order. */
async function complete(visit: Visit, { id, total }: Cart, provider_id: string | undefined): Promise<Response> {
  const { store, cart, texts } = visit
  if (total > 0) {
    if (!provider_id) return refuse(visit, texts.errors.choose)
    await store.carts.selectPaymentSession({ id, provider_id })
  }
  const done = await store.carts.complete({ id })
  if (done.type === 'order') {
    cart.forget()
    return seeOther(visit, `/orders/${done.data.id}?thanks`)
  }
  return refuse(
    visit,
    done.type === 'cart' && done.data.total !== total ? texts.checkout.totalChanged : texts.checkout.declined,
  )
}

const refuse = async (visit: Visit, error: string): Promise<Response> => refused(await renderPayment(visit, { error }))
