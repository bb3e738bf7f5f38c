import type { MedusaClient } from '../medusa-client.ts'
import type { Story } from '../visit.ts'
import { placeOrder } from './place-order.ts'

/** Creates an edit that adds one unit to the first line of a new order. */
async function editOrder(client: MedusaClient) {
  const { orderEdits } = client.admin
  const { id: order_id } = await placeOrder(client)
  const { order_edit } = await orderEdits.create({ order_id, internal_note: 'The customer called' })
  const [item] = order_edit.items
  return (await orderEdits.updateLineItem(order_edit.id, item.id, { quantity: item.quantity + 1 })).order_edit
}

const requestEdit = async (client: MedusaClient) =>
  (await client.admin.orderEdits.requestConfirmation((await editOrder(client)).id)).order_edit

export const changeOrderEdits: Story = async ({ client }) => {
  const { orderEdits } = client.admin
  const edit = await editOrder(client)
  await orderEdits.update(edit.id, { internal_note: 'The customer called twice' })
  await orderEdits.addLineItem(edit.id, { variant_id: edit.items[0].variant_id, quantity: 1 })
  const { order_edit } = await orderEdits.removeLineItem(edit.id, edit.items[1].id)
  await orderEdits.deleteItemChange(edit.id, order_edit.changes[0].id)
  await orderEdits.retrieve(edit.id)
  await orderEdits.list()
  await orderEdits.cancel(edit.id)
  await orderEdits.delete((await editOrder(client)).id)
}

export const payForOrderEdits: Story = async ({ client }) => {
  const { orderEdits } = client.admin
  const edit = await requestEdit(client)
  await client.orderEdits.retrieve(edit.id)
  const id = edit.payment_collection_id
  await client.paymentCollections.retrieve(id)
  const { payment_collection } = await client.paymentCollections.managePaymentSession(id, { provider_id: 'manual' })
  const [session] = payment_collection.payment_sessions
  const { payment_session } = await client.paymentCollections.refreshPaymentSession(id, session.id)
  await client.paymentCollections.authorizePaymentSession(id, payment_session.id)
  await client.orderEdits.complete(edit.id)

  const { id: otherEdit, payment_collection_id } = await requestEdit(client)
  const { payment_collection: unpaid } = await client.paymentCollections.retrieve(payment_collection_id)
  const { payment_collection: paid } = await client.paymentCollections.managePaymentSessionsBatch(
    payment_collection_id,
    { sessions: [{ provider_id: 'manual', amount: unpaid.amount }] },
  )
  await client.paymentCollections.authorizePaymentSessionsBatch(payment_collection_id, {
    session_ids: paid.payment_sessions.map((one: { id: string }) => one.id),
  })
  await orderEdits.confirm(otherEdit)
}

export const managePaymentCollections: Story = async ({ client }) => {
  const { paymentCollections } = client.admin
  const edit = await requestEdit(client)
  await paymentCollections.retrieve(edit.payment_collection_id)
  await paymentCollections.update(edit.payment_collection_id, { description: 'Paid by bank transfer' })
  await paymentCollections.markAsAuthorized(edit.payment_collection_id)
  const declined = await requestEdit(client)
  await client.orderEdits.decline(declined.id, { declined_reason: 'Too expensive' })
  const { payment_collection_id } = await requestEdit(client)
  await paymentCollections.delete(payment_collection_id)
}
