import { checkout } from '../checkout.ts'
import type { Connection } from '../connection.ts'
import type { BenchShop, Login } from '../shop.ts'

type Send = <Body>(method: string, path: string, body?: object) => Promise<Body>

interface Row {
  id: string
}

interface OrderReply {
  order: Row & { items: (Row & { quantity: number })[]; fulfillments: Row[]; returns: Row[] }
}

export interface Visit {
  send: Send
  asAdmin: Send
  /** Opens a connection with separate cookies, for a login. */
  newSession(): { send: Send; connection: Connection }
  login: Login
  shop: BenchShop
  i: number
  /** IDs of orders that no visit has processed yet. */
  sold: string[]
}

export type Journey = (visit: Visit) => Promise<void>

/** Share of each journey, in percent. */
const MIX: [share: number, journey: Journey][] = [
  [40, browse],
  [20, fillCart],
  [15, buy],
  [10, lookThroughLists],
  [10, handleOrder],
  [5, logIn],
]

const TABLE = MIX.flatMap(([share, journey]) => Array.from({ length: share }, () => journey))

/** Each 100 consecutive visits contain the whole mix. */
export const journeyOf = (i: number): Journey => TABLE[(i * 37) % TABLE.length]!

async function browse({ send, shop, i }: Visit): Promise<void> {
  await send('GET', '/store/regions')
  const here = `region_id=${shop.region.id}`
  const { products } = await send<{ products: Row[] }>('GET', `/store/products?limit=12&offset=${i % 8}&${here}`)
  await send('GET', '/store/collections')
  await send('GET', `/store/products?q=${i % 20}&${here}`)
  await send('GET', `/store/products/${products[i % products.length]!.id}?${here}`)
}

async function fillCart({ send, shop, i }: Visit): Promise<void> {
  const { cart } = await send<{ cart: Row }>('POST', '/store/carts', { region_id: shop.region.id })
  const at = `/store/carts/${cart.id}`
  const [one, another] = shop.products[i % shop.products.length]!.variants
  await send('POST', `${at}/line-items`, { variant_id: one!.id, quantity: 1 })
  const { cart: filled } = await send<{ cart: { items: Row[] } }>('POST', `${at}/line-items`, {
    variant_id: another!.id,
    quantity: 2,
  })
  await send('POST', `${at}/line-items/${filled.items[0]!.id}`, { quantity: 3 })
  await send('DELETE', `${at}/line-items/${filled.items[1]!.id}`)
  await send('GET', at)
}

async function buy({ send, shop, i, sold }: Visit): Promise<void> {
  const order = await checkout((_, method, path, body) => send(method, path, body), shop, i)
  sold.push(order.id as string)
}

async function lookThroughLists({ asAdmin, i }: Visit): Promise<void> {
  const { orders } = await asAdmin<{ orders: Row[] }>('GET', '/admin/orders?limit=20')
  await asAdmin('GET', `/admin/orders?limit=20&payment_status[]=captured&offset=${i % 20}`)
  await asAdmin('GET', '/admin/products?limit=20&q=Bench')
  await asAdmin('GET', `/admin/customers?limit=20&q=bench${i % 100}`)
  await asAdmin('GET', '/admin/discounts?limit=20')
  if (orders.length > 0) await asAdmin('GET', `/admin/orders/${orders[i % orders.length]!.id}`)
}

async function handleOrder(visit: Visit): Promise<void> {
  const { asAdmin, sold } = visit
  if (sold.length === 0) await buy(visit)
  const at = `/admin/orders/${sold.shift()}`
  const { order } = await asAdmin<OrderReply>('POST', `${at}/capture`)
  const items = order.items.map(({ id, quantity }) => ({ item_id: id, quantity }))
  const { order: packed } = await asAdmin<OrderReply>('POST', `${at}/fulfillment`, { items })
  await asAdmin('POST', `${at}/shipment`, { fulfillment_id: packed.fulfillments[0]!.id, tracking_numbers: ['T1'] })
  const back = [{ item_id: order.items[0]!.id, quantity: 1 }]
  const { order: orderWithReturn } = await asAdmin<OrderReply>('POST', `${at}/return`, { items: back })
  await asAdmin('POST', `/admin/returns/${orderWithReturn.returns[0]!.id}/receive`, { items: back })
}

async function logIn({ newSession, login, i }: Visit): Promise<void> {
  const { send, connection } = newSession()
  try {
    if (i % 2 === 0) {
      await send('POST', '/admin/auth', { email: login.email, password: login.password })
      await send('GET', '/admin/auth')
      await send('DELETE', '/admin/auth')
    } else {
      const known = { email: `member${i}@example.com`, password: 'correct horse battery' }
      await send('POST', '/store/customers', { ...known, first_name: 'Ada', last_name: 'Byron' })
      await send('POST', '/store/auth', known)
      await send('GET', '/store/customers/me')
      await send('DELETE', '/store/auth')
    }
  } finally {
    connection.close()
  }
}
