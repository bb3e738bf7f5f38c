import { refundClaimBody } from './delivered-line.ts'
import { expectSuccess } from './factories.ts'
import { firstLineQuantity, orderActions } from './order-actions.ts'
import { orderEditActions } from './order-edit-actions.ts'
import type { TestShop } from './shop.ts'
import { swapActions } from './swap-actions.ts'

/** Creates resources of every kind, and orders in every state. */
export async function populateShop(shop: TestShop): Promise<void> {
  const { given, admin } = shop
  const post = async (path: string, body?: object, by = admin) => expectSuccess(by.post(path, body))
  const region = await given.region({ gift_cards_taxable: true })
  const option = await given.shippingOption(region)
  const returnOption = await given.shippingOption(region, { is_return: true, amount: 100 })
  const { code } = await given.discount(region, { value: 15 }, { usage_limit: 9 })
  const card = await given.giftCard(region, 700)
  const product = await given.product({ prices: [1000, 1250], tags: [{ value: 'new' }], type: { value: 'Shirt' } })
  const lines = product.variants.map((variant, i) => [variant, 2 - i] as const)
  const group = (await post('/admin/customer-groups', { name: 'Friends' })).customer_group
  await post('/admin/price-lists', {
    name: 'Sale',
    description: 'Everything reduced',
    type: 'sale',
    status: 'active',
    customer_groups: [{ id: group.id }],
    prices: [{ variant_id: product.variants[0].id, amount: 900, currency_code: 'eur' }],
  })
  const ada = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', password: 'mine' }
  await post('/store/customers', ada, shop)
  await post('/admin/publishable-api-keys', { title: 'Web' })

  const orders = orderActions(() => shop)
  const placeShippedOrder = async (over: object = {}) => {
    const order = await given.order({ region, lines, option, ...over })
    await orders.act(order, 'capture')
    const items = order.items.map(({ id, quantity }) => ({ item_id: id, quantity }))
    const { fulfillments } = await orders.act(order, 'fulfillment', { items })
    return orders.act(order, 'shipment', { fulfillment_id: fulfillments[0].id, tracking_numbers: ['T1'] })
  }
  const returnedOrder = await placeShippedOrder({ discounts: [code], gift_cards: [card.code], email: ada.email })
  const shipping = { return_shipping: { option_id: returnOption.id } }
  const { returns } = await orders.act(returnedOrder, 'return', {
    items: firstLineQuantity(returnedOrder, 1),
    ...shipping,
  })
  await post(`/admin/returns/${returns[0].id}/receive`, { items: firstLineQuantity(returnedOrder, 1) })
  const claimedOrder = await placeShippedOrder()
  const [one, other] = claimedOrder.items
  await post(`/admin/orders/${claimedOrder.id}/claims`, refundClaimBody({ item: one }, shipping))
  const replacement = { type: 'replace', additional_items: [{ variant_id: product.variants[0].id, quantity: 1 }] }
  await post(`/admin/orders/${claimedOrder.id}/claims`, refundClaimBody({ item: other }, replacement))

  const swaps = swapActions(
    () => shop,
    () => ({ region, option }),
  )
  await swaps.createSwap()
  await swaps.confirmSwap(await swaps.createSwap(), option)

  const edits = orderEditActions(() => shop)
  for (const verbs of [[], ['request'], ['confirm'], ['cancel']]) {
    const edit = await edits.begin(await given.order({ region, lines, option }))
    await edits.change(edit, edit.items[0], 3)
    for (const verb of verbs) await edits.act(edit, verb)
  }
  await orders.act(await given.order({ region, lines, option }), 'cancel')
}
