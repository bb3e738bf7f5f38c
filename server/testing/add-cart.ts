import type { ShopClient } from '#client/index.ts'
import type { Shop } from '#server/process/define-shop.ts'

type Carts<Tested extends Shop> = ShopClient<Tested>['store']['carts']

export interface TestBuyer {
  email: string
  headers: Readonly<Record<string, string>>
}

/** An item of a cart, also with fields of plugins. Default: one unit of the newest product. */
export type TestItem<Tested extends Shop = Shop> = Partial<
  Omit<Parameters<Carts<Tested>['addLineItem']['mutate']>[0], 'id'>
>

/** Changes of a cart, such as its e-mail address, its discounts, and fields of plugins. */
export type TestCartChanges<Tested extends Shop = Shop> = Omit<Parameters<Carts<Tested>['update']['mutate']>[0], 'id'>

export interface TestOrder<Tested extends Shop = Shop> {
  /** Default: a guest. */
  customer?: TestBuyer
  cart?: TestCartChanges<Tested>
  items?: readonly TestItem<Tested>[]
}

type OrderOf<Completion> = Completion extends { type: 'order'; data: infer Order } ? Order : never

export interface PlacedOrder<Tested extends Shop = Shop> {
  order: { id: string } & OrderOf<Awaited<ReturnType<Carts<Tested>['complete']['mutate']>>>
  /** Calls procedures as the buyer. */
  store: ShopClient<Tested>['store']
}

/** An open cart with items, addresses, a shipping method and payment sessions. */
export interface TestCart<Tested extends Shop = Shop> {
  id: string
  /** The region Europe of the demo. */
  region_id: string
  /** Calls procedures as the buyer. */
  store: ShopClient<Tested>['store']
  /** @throws Error if the cart does not become an order. */
  complete(): Promise<PlacedOrder<Tested>>
}

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Byron',
  address_1: 'Main Street 1',
  city: 'Berlin',
  postal_code: '10115',
  country_code: 'de',
}

/** Returns the client of the caller with these headers. */
export type StoreFor<Tested extends Shop = Shop> = (headers: Record<string, string>) => ShopClient<Tested>['store']

export function addCart<Tested extends Shop>(
  storeFor: StoreFor<Tested>,
  order?: TestOrder<Tested>,
): Promise<TestCart<Tested>>
export async function addCart(
  storeFor: StoreFor,
  { customer, cart = {}, items = [{}] }: TestOrder = {},
): Promise<TestCart> {
  const store = storeFor({ ...customer?.headers })
  const { carts } = store
  const { regions } = await store.regions.list.query({})
  const created = await carts.create.mutate({ region_id: idOf(regions.find(({ name }) => name === 'Europe')) })
  const { id, region_id } = created.cart
  for (const { variant_id, quantity = 1, ...item } of items)
    await carts.addLineItem.mutate({ ...item, variant_id: variant_id ?? (await firstVariantId(store)), quantity, id })
  const email = customer?.email ?? 'guest@example.com'
  await carts.update.mutate({ email, shipping_address: ADDRESS, billing_address: ADDRESS, ...cart, id })
  const { shipping_options } = await store.shippingOptions.listForCart.query({ cart_id: id })
  await carts.addShippingMethod.mutate({ id, option_id: idOf(shipping_options[0]) })
  await carts.createPaymentSessions.mutate({ id })
  return {
    id,
    region_id,
    store,
    async complete() {
      const completion = await carts.complete.mutate({ id })
      if (completion.type !== 'order') throw new Error(`The completion returned a ${completion.type}`)
      return { order: completion.data, store }
    },
  }
}

/** Returns one variant of each of the newest products. */
export async function variantIds({ products }: ShopClient['store'], count: number): Promise<string[]> {
  const page = await products.list.query({ limit: count })
  return page.products.map(({ variants }) => idOf(variants?.[0]))
}

const firstVariantId = async (store: ShopClient['store']): Promise<string> => (await variantIds(store, 1))[0] ?? ''

function idOf(row: { id?: string | null | undefined } | undefined): string {
  if (!row?.id) throw new Error('The test shop lacks its demo data')
  return row.id
}
