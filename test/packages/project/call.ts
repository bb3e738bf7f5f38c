import { createShopClient, type RouterOutputs } from '@cartwright/client'
import type { shop } from './shop.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const is = <_Claim extends true>() => {}

const { store, admin } = createShopClient<typeof shop>({ url: process.argv[2] ?? '' })
const { cities } = await store.showrooms.list.query()
is<Same<typeof cities, string[]>>()

const { regions } = await store.regions.list.query({})
is<Same<(typeof regions)[number]['currency_code'], string>>()
const region = regions.find(({ currency_code }) => currency_code === 'eur')

const { products } = await store.products.list.query({ ...(region && { region_id: region.id }) })
is<Same<(typeof products)[number]['rating'], number | null>>()
is<Same<(typeof products)[number]['title'], string>>()
is<Same<RouterOutputs['store']['carts']['create']['cart']['completed_at'], Date | null>>()
const variant = products
  .flatMap(({ variants }) => variants ?? [])
  .find(({ inventory_quantity }) => inventory_quantity > 0)
if (!region || !variant) throw new Error('The shop has no product in stock')

const { cart } = await store.carts.create.mutate({
  region_id: region.id,
  items: [{ variant_id: variant.id, quantity: 1, gift_note: 'For Ada' }],
})
const { id } = cart
const address = { address_1: 'Unter den Linden 1', city: 'Berlin', postal_code: '10117', country_code: 'de' }
const addresses = { shipping_address: address, billing_address: address }
await store.carts.update.mutate({ id, email: 'ada@example.com', ...addresses })
const { shipping_options } = await store.shippingOptions.listForCart.query({ cart_id: id })
await store.carts.addShippingMethod.mutate({ id, option_id: shipping_options[0]?.id ?? '' })
await store.carts.createPaymentSessions.mutate({ id })
const { type, data } = await store.carts.complete.mutate({ id })
if (type !== 'order') throw new Error('The cart is not complete')
const gift_note = data.items?.[0]?.gift_note
is<Same<typeof gift_note, string | null | undefined>>()

export async function checkTypes() {
  await admin.products.update.mutate({ id: 'prod_1', rating: 5 })
  // @ts-expect-error a wrong type
  await admin.products.update.mutate({ id: 'prod_1', rating: 'five' })
  // @ts-expect-error an unknown procedure
  void store.showrooms.nothing
}

console.log(JSON.stringify({ cities, rating: products[0]?.rating, gift_note }))
