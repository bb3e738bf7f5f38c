import type { AnyBody, OrderLines } from '../../../support/resources.ts'
import type { Administrator, RaceShop, Reply } from '../shop.ts'

export interface SharedOrders {
  ids: string[]
  /** Ids of orders that are paid and fulfilled, and only exchanged. */
  exchanged: Set<string>
  stock: Map<string, number>
  options: string[]
  wayBack: string
}

const STOCK = 1000

/**
 * Creates orders with several lines and profiles, tax added and included, and discounts that need rounding. Every
 * second one is partly paid by a gift card.
 */
export async function shareOrders(shop: RaceShop, administrator: Administrator, count: number): Promise<SharedOrders> {
  const make = async (path: string, body: object) => expectOk(administrator('POST', `/admin/${path}`, body))
  const { region, option } = shop
  await make(`regions/${region.id}`, { includes_tax: true })
  const { shipping_profile } = await make('shipping-profiles', { name: 'Bulky', type: 'custom' })
  const shipping = {
    region_id: region.id,
    provider_id: 'manual',
    data: { id: 'manual-fulfillment' },
    price_type: 'flat_rate',
  }
  const bulky = { ...shipping, name: 'Bulky', profile_id: shipping_profile.id, amount: 700 }
  const { shipping_option: second } = await make('shipping-options', bulky)
  const back = { ...shipping, name: 'Back', is_return: true, amount: 90 }
  const { shipping_option: wayBack } = await make('shipping-options', back)

  const { store } = await expectOk(administrator('GET', '/admin/store'))
  const variant = async (title: string, price: object) => {
    const body = {
      title,
      status: 'published',
      options: [{ title: 'Size' }],
      sales_channels: [{ id: store.default_sales_channel_id }],
      variants: [{ title: 'One size', inventory_quantity: STOCK, prices: [price], options: [{ value: 'One size' }] }],
    }
    const { product } = await make('products', body)
    await shop.addStock(product.variants[0].id, STOCK)
    return { product: product.id, variant: product.variants[0].id }
  }
  const goods = [
    await variant('Taxed', { currency_code: 'eur', amount: 1000 }),
    await variant('Gross', { region_id: region.id, amount: 777 }),
    await variant('Bulky', { currency_code: 'eur', amount: 333 }),
  ]
  await make(`shipping-profiles/${shipping_profile.id}`, { products: [goods[2]?.product] })

  const order = async (i: number): Promise<OrderLines> => {
    const { code: gift } = await shop.giftCard(1500)
    const { code } = await shop.discount(1)
    const address = { first_name: 'Ada', address_1: 'Street 1', country_code: region.countries[0]?.iso_2 }
    const items = goods.map((good, n) => ({ variant_id: good.variant, quantity: 12 - n }))
    const { cart } = await expectOk(shop.post('/store/carts', { region_id: region.id, items }))
    const at = `/store/carts/${cart.id}`
    await expectOk(
      shop.post(at, {
        email: `shared${i}@example.com`,
        shipping_address: address,
        discounts: [{ code }],
        ...(i % 2 === 1 && { gift_cards: [{ code: gift }] }),
      }),
    )
    for (const option_id of [option.id, second.id]) await expectOk(shop.post(`${at}/shipping-methods`, { option_id }))
    await expectOk(shop.post(`${at}/payment-sessions`))
    return (await expectOk(shop.post(`${at}/complete`))).data
  }
  const payAndPack = async ({ id, items }: OrderLines): Promise<void> => {
    await make(`orders/${id}/capture`, {})
    const packed = items.map((line) => ({ item_id: line.id, quantity: line.quantity }))
    await make(`orders/${id}/fulfillment`, { items: packed })
  }
  const ids: string[] = []
  const exchanged = new Set<string>()
  for (let i = 0; i < count; i++) {
    const newOrder = await order(i)
    ids.push(newOrder.id)
    if (i % 3 !== 1) continue
    await payAndPack(newOrder)
    exchanged.add(newOrder.id)
  }
  const stock = new Map(goods.map((good) => [good.variant, STOCK]))
  return { ids, exchanged, stock, options: [option.id, second.id], wayBack: wayBack.id }
}

export async function expectOk(reply: Promise<Reply>): Promise<AnyBody> {
  const { status, body } = await reply
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`)
  return body
}
