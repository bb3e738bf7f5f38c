import { createShopClient } from '#client/index.ts'

export interface TestOrder {
  /** Default: a guest. */
  customer?: TestBuyer
  /** Lines of the order, also with fields of plugins. Default: one unit of the newest product. */
  items?: readonly TestLine[]
}

interface TestBuyer {
  email: string
  headers: Readonly<Record<string, string>>
}

export interface TestLine extends Readonly<Record<string, unknown>> {
  variant_id: string
  quantity: number
}

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Byron',
  address_1: 'Main Street 1',
  city: 'Berlin',
  postal_code: '10115',
  country_code: 'de',
}

/** Places an order over the API of the shop at `url`. */
export async function placeOrder(url: string, { customer, items }: TestOrder = {}): Promise<{ id: string }> {
  const { carts, shippingOptions } = storeOf(url, customer)
  const { id } = await fillCart(url, { ...(customer ? { customer } : {}), ...(items ? { items } : {}) })
  const email = customer?.email ?? 'guest@example.com'
  await carts.update.mutate({ id, email, shipping_address: ADDRESS, billing_address: ADDRESS })
  const { shipping_options } = await shippingOptions.listForCart.query({ cart_id: id })
  await carts.addShippingMethod.mutate({ id, option_id: idOf(shipping_options[0]) })
  await carts.createPaymentSessions.mutate({ id })
  const completion = await carts.complete.mutate({ id })
  if (completion.type !== 'order') throw new Error(`The completion returned a ${completion.type}`)
  return { id: completion.data.id }
}

/** Creates an open cart. */
export async function fillCart(url: string, { customer, items }: TestOrder = {}): Promise<{ id: string }> {
  const { carts, regions } = storeOf(url, customer)
  const all = await regions.list.query({})
  const { cart } = await carts.create.mutate({ region_id: idOf(all.regions.find(({ name }) => name === 'Europe')) })
  const lines = items ?? [{ variant_id: (await variantIds(url, 1))[0] ?? '', quantity: 1 }]
  for (const line of lines) await carts.addLineItem.mutate({ ...line, id: cart.id })
  return { id: cart.id }
}

/** Returns one variant of each of the newest products. */
export async function variantIds(url: string, count: number): Promise<string[]> {
  const { products } = await storeOf(url).products.list.query({ limit: count })
  return products.map(({ variants }) => idOf(variants?.[0]))
}

const storeOf = (url: string, customer?: TestBuyer) =>
  createShopClient({ url, headers: { ...customer?.headers } }).store

function idOf(row: { id?: string | null | undefined } | undefined): string {
  if (!row?.id) throw new Error('The test shop lacks its demo data')
  return row.id
}
