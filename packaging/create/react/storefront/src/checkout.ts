import { redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { addressOf, explain, findCart, forget, openStore } from './shop.server.ts'

export const ADDRESS = ['first_name', 'last_name', 'address_1', 'postal_code', 'city', 'country_code'] as const

/** What the page shows. Without a cart, leads to the empty cart. */
export const readCheckout = createServerFn().handler(async () => {
  const store = openStore()
  const cart = await findCart(store)
  if (!cart?.items.length) throw redirect({ to: '/cart' })
  const { email, shipping_address, shipping_methods, payment_sessions = [], region, total } = cart
  const { shipping_options } = await store.shippingOptions.listForCart.query({ cart_id: cart.id })
  const { regions } = await store.regions.list.query({ expand: 'countries' })
  const countries = regions.find(({ id }) => id === cart.region_id)?.countries ?? []
  return {
    total,
    currency: region.currency_code,
    email: email ?? '',
    address: ADDRESS.map((name) => shipping_address?.[name] ?? ''),
    countries: countries.map(({ iso_2, display_name }) => ({ iso_2, display_name })),
    options: shipping_options.map(({ id, name, amount }) => ({ id, name, amount })),
    chosen: shipping_methods.map(({ shipping_option_id }) => shipping_option_id),
    providers: payment_sessions.map(({ provider_id }) => provider_id),
    provider: payment_sessions.find(({ is_selected }) => is_selected)?.provider_id,
  }
})

/** Steps of the checkout. Each one returns the message of a refusal. */
export const saveAddress = createServerFn({ method: 'POST' })
  .validator((values: Record<string, string>) => values)
  .handler(({ data: { email, ...address } }) =>
    changeCart(({ carts }, id) =>
      carts.update.mutate({ id, email, shipping_address: address, billing_address: address }),
    ),
  )

export const chooseShipping = createServerFn({ method: 'POST' })
  .validator((option_id: string) => option_id)
  .handler(({ data: option_id }) =>
    changeCart(async ({ carts }, id) => {
      await carts.addShippingMethod.mutate({ id, option_id })
      await carts.createPaymentSessions.mutate({ id })
    }),
  )

export const choosePayment = createServerFn({ method: 'POST' })
  .validator((provider_id: string) => provider_id)
  .handler(({ data: provider_id }) =>
    changeCart(({ carts }, id) => carts.selectPaymentSession.mutate({ id, provider_id })),
  )

/** Leads to the order, or to the page of the payment provider, which leads back to the checkout. */
export const placeOrder = createServerFn({ method: 'POST' }).handler(async () => {
  let leadsTo: { orderId?: string; page?: unknown } = {}
  const refusal = await changeCart(async ({ carts }, id) => {
    const done = await carts.complete.mutate({ id, return_url: addressOf('/checkout') })
    leadsTo = done.type === 'cart' ? { page: done.data.payment_session?.data.redirect_url } : { orderId: done.data.id }
  })
  if (refusal) return refusal
  if (typeof leadsTo.page === 'string') throw redirect({ href: leadsTo.page })
  if (!leadsTo.orderId) return 'Look at the total and order again.'
  forget('cart')
  throw redirect({ to: '/orders/$id', params: { id: leadsTo.orderId } })
})

async function changeCart(change: (store: ReturnType<typeof openStore>, id: string) => Promise<unknown>) {
  const store = openStore()
  const cart = await findCart(store)
  return cart ? explain(() => change(store, cart.id)) : 'Your cart is empty.'
}
