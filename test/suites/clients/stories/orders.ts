import type { MedusaClient } from '../medusa-client.ts'
import type { Story } from '../visit.ts'
import { deliverOrder, placeOrder } from './place-order.ts'

async function findOption({ admin }: MedusaClient, { region_id }: { region_id: string }): Promise<string> {
  const { shipping_options } = await admin.shippingOptions.list({ region_id, is_return: false })
  return shipping_options[0].id
}

export const manageOrders: Story = async ({ client }) => {
  const { orders, payments } = client.admin
  const { id, region_id } = await placeOrder(client)
  await orders.update(id, { email: 'other@example.com' })
  await orders.addShippingMethod(id, { option_id: await findOption(client, { region_id }), price: 100 })
  await orders.retrieve(id)
  await orders.list({ limit: 5 })
  const { order } = await orders.capturePayment(id)
  await orders.refundPayment(id, { amount: 100, reason: 'discount', note: 'Late' })
  const items = [{ item_id: order.items[0].id, quantity: 1 }]
  const { order: packed } = await orders.createFulfillment(id, { items })
  await orders.cancelFulfillment(id, packed.fulfillments[0].id)
  await orders.complete(id)
  await orders.archive(id)
  await orders.cancel((await placeOrder(client)).id)

  const { payments: open } = (await orders.retrieve((await placeOrder(client)).id)).order
  await payments.retrieve(open[0].id)
  await payments.capturePayment(open[0].id)
  await payments.refundPayment(open[0].id, { amount: 100, reason: 'other' })
}

export const returnItems: Story = async ({ client }) => {
  const { orders, returns } = client.admin
  const order = await deliverOrder(client)
  const items = [{ item_id: order.items[0].id, quantity: 1 }]
  await returns.receive((await orders.requestReturn(order.id, { items })).order.returns[0].id, { items })
  const { return: requested } = await client.returns.create({ order_id: order.id, items })
  await returns.cancel(requested.id)
  await returns.list()
}

export const swapItems: Story = async ({ client }) => {
  const { orders, swaps } = client.admin
  const order = await deliverOrder(client)
  const [sold, other] = order.items
  const { order: swapped } = await orders.createSwap(order.id, {
    return_items: [{ item_id: sold.id, quantity: 1 }],
    additional_items: [{ variant_id: other.variant_id, quantity: 1 }],
  })
  const { swap } = await swaps.retrieve(swapped.swaps[0].id)
  await swaps.list()
  await client.swaps.retrieveByCartId(swap.cart_id)
  const { shipping_options } = await client.shippingOptions.listCartOptions(swap.cart_id)
  await client.carts.addShippingMethod(swap.cart_id, { option_id: shipping_options[0].id })
  await client.carts.createPaymentSessions(swap.cart_id)
  await client.carts.complete(swap.cart_id)
  await orders.processSwapPayment(order.id, swap.id)
  await orders.fulfillSwap(order.id, swap.id, {})
  const [packed] = (await swaps.retrieve(swap.id)).swap.fulfillments
  await orders.cancelSwapFulfillment(order.id, swap.id, packed.id)
  await orders.fulfillSwap(order.id, swap.id, {})
  const { swap: packedAgain } = await swaps.retrieve(swap.id)
  const fulfillment = packedAgain.fulfillments.find((one: { canceled_at: string | null }) => !one.canceled_at)
  await orders.createSwapShipment(order.id, swap.id, { fulfillment_id: fulfillment.id, tracking_numbers: ['T2'] })

  const { swap: requested } = await client.swaps.create({
    order_id: order.id,
    return_items: [{ item_id: sold.id, quantity: 1 }],
    additional_items: [{ variant_id: other.variant_id, quantity: 1 }],
  })
  await client.admin.returns.cancel((await swaps.retrieve(requested.id)).swap.return_order.id)
  await orders.cancelSwap(order.id, requested.id)
}

export const claimItems: Story = async ({ client }) => {
  const { orders } = client.admin
  const delivered = await deliverOrder(client)
  const { id, items } = delivered
  const [broken, missing] = items
  const shipping_methods = [{ option_id: await findOption(client, delivered), price: 0 }]
  const { order } = await orders.createClaim(id, {
    type: 'replace',
    claim_items: [{ item_id: broken.id, quantity: 1, reason: 'production_failure', note: 'Torn' }],
    additional_items: [{ variant_id: broken.variant_id, quantity: 1 }],
    shipping_methods,
  })
  const [claim] = order.claims
  await orders.updateClaim(id, claim.id, { metadata: { photo: 'requested' } })
  const fulfill = async () => {
    const { order: packed } = await orders.fulfillClaim(id, claim.id, {})
    return packed.claims[0].fulfillments.find((one: { canceled_at: string | null }) => !one.canceled_at)
  }
  await orders.cancelClaimFulfillment(id, claim.id, (await fulfill()).id)
  const { id: fulfillment_id } = await fulfill()
  await orders.createClaimShipment(id, claim.id, { fulfillment_id, tracking_numbers: ['T3'] })

  const { order: claimed } = await orders.createClaim(id, {
    type: 'replace',
    claim_items: [{ item_id: missing.id, quantity: 1, reason: 'missing_item' }],
    additional_items: [{ variant_id: missing.variant_id, quantity: 1 }],
  })
  const other = claimed.claims.find((one: { id: string }) => one.id !== claim.id)
  await orders.cancelClaim(id, other.id)
}

export const manageDraftOrders: Story = async ({ client: { admin } }) => {
  const { regions } = await admin.regions.list()
  const { variants } = await admin.variants.list({ limit: 20 })
  const region = regions.find((one: { currency_code: string }) => one.currency_code === 'eur')
  const { shipping_options } = await admin.shippingOptions.list({ region_id: region.id, is_return: false })
  const create = async () =>
    (
      await admin.draftOrders.create({
        email: 'draft@example.com',
        region_id: region.id,
        items: [{ variant_id: variants[0].id, quantity: 1 }],
        shipping_methods: [{ option_id: shipping_options[0].id }],
      })
    ).draft_order
  const { id } = await create()
  await admin.draftOrders.update(id, { email: 'drafted@example.com' })
  const { draft_order } = await admin.draftOrders.addLineItem(id, { title: 'Wrapping', unit_price: 100, quantity: 1 })
  const line = draft_order.cart.items.find((item: { title: string }) => item.title === 'Wrapping')
  await admin.draftOrders.updateLineItem(id, line.id, { quantity: 2 })
  await admin.draftOrders.removeLineItem(id, line.id)
  await admin.draftOrders.retrieve(id)
  await admin.draftOrders.list()
  await admin.draftOrders.markPaid(id)
  await admin.draftOrders.delete((await create()).id)
}
