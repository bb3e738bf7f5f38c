import { NotFound, type RouteCall, shopIn } from 'cartwright'
import { testProvider } from './provider.ts'

export interface TestSession {
  cart_id: string
  return_url: string
  cancel_url: string
}

/** @throws NotFound if the cart is not paid on the page of the test provider. */
export async function testSessionOf(ctx: RouteCall['ctx'], cart_id: string): Promise<TestSession> {
  const { cart } = await shopIn(ctx).asCaller().store.carts.get({ id: cart_id, expand: 'payment_sessions' })
  const session = cart.payment_sessions?.find(({ provider_id }) => provider_id === testProvider.id)
  const { return_url, cancel_url } = session?.data ?? {}
  if (cart.completed_at || typeof return_url !== 'string' || typeof cancel_url !== 'string')
    throw new NotFound('No payment waits on this page. Order again in the shop.')
  return { cart_id, return_url, cancel_url }
}
