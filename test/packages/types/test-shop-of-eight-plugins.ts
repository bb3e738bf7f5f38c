import { openTestShop } from 'cartwright/testing'
import { shop } from './eight-plugins.ts'

await using testShop = await openTestShop(shop)
const customer = await testShop.addCustomer()
const { order } = await testShop.placeOrder({ customer, items: [{ quantity: 2 }] })
const { order: read } = await testShop.admin.orders.get.query({ id: order.id })
const { products } = await testShop.store.products.list.query({ limit: 1 })
const { count } = await customer.store.wishes.count.query()
const { orders } = await testShop.as({ plugin: 'wishes', scopes: [] }).admin.orders.list({})
export const seen: [string | null, Date | null, number | null | undefined, number, Date | null | undefined] = [
  ...([order.gift_note, read.packed_at, products[0]?.rating, count, orders[0]?.packed_at] as const),
]
