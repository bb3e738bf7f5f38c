import { GRACE, type Story } from '../visit.ts'
import { fillCart, findGoods, placeOrder } from './place-order.ts'

export const browse: Story = async ({ client }) => {
  const { region, products, variants } = await findGoods(client)
  await client.regions.retrieve(region.id)
  await client.products.retrieve(products[0].id)
  await client.products.search({ q: products[0].title })
  await client.products.variants.list({ limit: 5 })
  await client.products.variants.retrieve(variants[0].id)
  await client.productTypes.list()
  await client.productTags.list()
  const { collections } = await client.collections.list()
  await client.collections.retrieve(collections[0].id)
  const { product_categories } = await client.productCategories.list()
  await client.productCategories.retrieve(product_categories[0].id)
  const { return_reasons } = await client.returnReasons.list()
  await client.returnReasons.retrieve(return_reasons[0].id)
  await client.shippingOptions.list({ region_id: region.id })
  await client.giftCards.retrieve('DEMO-GIFT-CARD-0050')
}

export const buy: Story = async ({ client }) => {
  const { id } = await fillCart(client, { email: GRACE.email })
  const { variants } = await findGoods(client)
  const { cart } = await client.carts.lineItems.create(id, { variant_id: variants[2].id, quantity: 1 })
  const added = cart.items.find((item: { variant_id: string }) => item.variant_id === variants[2].id)
  await client.carts.lineItems.update(id, added.id, { quantity: 2 })
  await client.carts.lineItems.delete(id, added.id)
  await client.carts.update(id, { discounts: [{ code: 'WELCOME10' }] })
  await client.carts.deleteDiscount(id, 'WELCOME10')
  const { shipping_options } = await client.shippingOptions.listCartOptions(id)
  await client.carts.addShippingMethod(id, { option_id: shipping_options[0].id })
  await client.carts.createPaymentSessions(id)
  await client.carts.setPaymentSession(id, { provider_id: 'manual' })
  await client.carts.updatePaymentSession(id, 'manual', { data: { note: 'By invoice' } })
  await client.carts.refreshPaymentSession(id, 'manual')
  await client.carts.deletePaymentSession(id, 'manual')
  await client.carts.createPaymentSessions(id)
  await client.carts.retrieve(id)
  const { data: order } = await client.carts.complete(id)
  await client.orders.retrieve(order.id)
  await client.orders.retrieveByCartId(id)
  await client.orders.lookupOrder({ display_id: order.display_id, email: GRACE.email })
  await client.customers.listOrders()
}

export const requestEarlierOrders: Story = async ({ client, visitor, mailedToken }) => {
  const email = 'earlier@example.com'
  const order = await placeOrder(visitor, { email })
  await client.orders.requestCustomerOrders({ order_ids: [order.id] })
  await client.orders.confirmRequest({ token: await mailedToken(email) })
}
