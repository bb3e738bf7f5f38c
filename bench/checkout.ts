import type { Connection } from './connection.ts'
import type { BenchShop } from './shop.ts'

export const STEPS = [
  'create cart',
  'add line',
  'get cart',
  'update cart',
  'add shipping',
  'payment sessions',
  'complete',
] as const
export type Step = (typeof STEPS)[number]

export type Send = <Body>(step: Step, method: string, path: string, body?: object) => Promise<Body>

export interface CartReply {
  cart: { id: string; items: Record<string, unknown>[] } & Record<string, unknown>
}

interface CompletionReply {
  type: string
  data: Record<string, unknown>
}

/** Adds three lines, a discount, shipping and payment to a cart and completes the cart. `i` selects the products. */
export async function checkout(
  send: Send,
  { region, option, code, products }: BenchShop,
  i: number,
): Promise<Record<string, unknown>> {
  const { cart } = await send<CartReply>('create cart', 'POST', '/store/carts', { region_id: region.id })
  const at = `/store/carts/${cart.id}`
  for (let k = 0; k < 3; k++) {
    const variant_id = products[(i * 3 + k) % products.length]!.variants[k]!.id
    await send('add line', 'POST', `${at}/line-items`, { variant_id, quantity: k + 1 })
  }
  await send('get cart', 'GET', at)
  const address = { ...ADDRESS, country_code: region.countries[0]!.iso_2 }
  await send('update cart', 'POST', at, {
    email: `bench${i}@example.com`,
    shipping_address: address,
    billing_address: address,
    discounts: [{ code }],
  })
  await send('add shipping', 'POST', `${at}/shipping-methods`, { option_id: option.id })
  await send('payment sessions', 'POST', `${at}/payment-sessions`)
  await send('get cart', 'GET', at)
  const done = await send<CompletionReply>('complete', 'POST', `${at}/complete`)
  if (done.type !== 'order') throw new Error(`The cart did not become an order: ${JSON.stringify(done).slice(0, 300)}`)
  return done.data
}

export const checkOutOver = (
  connection: Pick<Connection, 'send'>,
  shop: BenchShop,
  i: number,
): Promise<Record<string, unknown>> => checkout((_, method, path, body) => connection.send(method, path, body), shop, i)

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Byron',
  address_1: 'Main Street 1',
  city: 'Town',
  postal_code: '1000',
}
