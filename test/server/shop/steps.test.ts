import { expect, test } from 'vitest'
import { insertRow } from '#database/rows.ts'
import { Forbidden, NotAllowed } from '#entities/errors.ts'
import { definePlugin, type Effects, type Rules } from '#server/plugin/plugin.ts'
import { STEPS, type StepName } from '#server/plugin/steps.ts'
import { balancePlugin } from '#test/support/balance-plugin.ts'
import { cartPath } from '#test/support/card-shop.ts'
import { dummyCard } from '#test/support/dummy-card.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { orderActions } from '#test/support/order-actions.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { readNotes, StepNote, stepNotes } from '#test/support/step-notes.ts'
import { providersWith } from '#test/support/test-payment.ts'

const NAMES = Object.keys(STEPS) as StepName[]
const TOOLS = ['em', 'settings', 'signal']

/** A plugin with a rule and an effect for each step. `state` names the step that they refuse. */
function guardOf(state: { rule?: StepName; effect?: StepName; seen: Map<string, string[]> }) {
  const rules: Rules = Object.fromEntries(
    NAMES.filter((name) => !STEPS[name].description.onlyEffects).map((name) => [
      name,
      (context: object) => {
        state.seen.set(`rule ${name}`, Object.keys(context))
        if (state.rule === name) throw new Forbidden(`No ${name}`)
      },
    ]),
  )
  const effects: Effects = Object.fromEntries(
    NAMES.map((name) => [
      name,
      ({ em, ...context }: { em: TestShop['orm']['em'] }) => {
        state.seen.set(`effect ${name}`, ['em', ...Object.keys(context)])
        insertRow(em, StepNote, { text: name })
        if (state.effect === name) throw new NotAllowed(`No room for ${name}`)
      },
    ]),
  )
  return definePlugin({ name: 'guard', ...stepNotes, rules, effects })
}

type Send = () => Promise<{ status: number; body: unknown; text: string }>

test('rules and effects refuse each step, and an effect writes once with the step', async () => {
  const state: Parameters<typeof guardOf>[0] = { seen: new Map() }
  const bank = dummyCard({ timeoutMs: 300 })
  await using shop = await openTestShop({ plugins: [guardOf(state), balancePlugin], providers: providersWith(bank) })
  const tried = new Set<StepName>()
  const countNotes = async (step: StepName) => (await readNotes(shop)).filter((text) => text === step).length

  async function change(step: StepName, send: Send): Promise<void> {
    const before = await countNotes(step)
    state.rule = step
    expect(await send(), step).toMatchObject({ status: 403, body: { type: 'forbidden', message: `No ${step}` } })
    delete state.rule
    state.effect = step
    expect(await send(), step).toMatchObject({ status: 400, body: { message: `No room for ${step}` } })
    delete state.effect
    expect(await countNotes(step), step).toBe(before)
    const reply = await send()
    expect(reply.status, reply.text).toBe(200)
    expect(await countNotes(step), step).toBe(before + 1)
    tried.add(step)
  }

  const variant = await shop.given.variant()
  const line = { variant_id: variant.id, quantity: 1 }
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  await change('cart.addLine', () => shop.post('/store/carts', { region_id: region.id, items: [line] }))
  const cart = await shop.given.cart({ region })
  await change('cart.addLine', () => shop.post(`${cartPath(cart)}/line-items`, line))
  const item = `${cartPath(cart)}/line-items/${cart.items[0].id}` as const
  await change('cart.updateLine', () => shop.post(item, { quantity: 2 }))
  state.rule = 'cart.updateLine'
  await expectSuccess(shop.post(item, { quantity: 0 }))
  delete state.rule
  await change('cart.update', () => shop.post(cartPath(cart), { email: 'ada@example.com' }))
  const { code } = await shop.given.discount(region)
  await change('cart.applyDiscounts', () => shop.post(cartPath(cart), { discounts: [{ code }] }))

  const account = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', password: 'correct horse' }
  await change('customer.register', () => shop.post('/store/customers', account))
  const [guest] = await shop.given.guests(1)
  const guestPath = `/admin/customers/${guest?.id}` as string
  await change('customer.register', () => shop.admin.post(guestPath, { password: 'correct horse' }))
  await change('customer.erase', () => shop.admin.post(`${guestPath}/erase`))

  const payable = await shop.given.payableCart({ region })
  await change('cart.complete', () => shop.post(`${cartPath(payable)}/complete`))
  const draftInput = { email: 'draft@example.com', region_id: region.id, items: [line] }
  const draftBody = { ...draftInput, shipping_methods: [{ option_id: option.id }] }
  await change('draftOrder.create', () => shop.admin.post('/admin/draft-orders', draftBody))
  const draft = await shop.given.draftOrder({ region, option })
  await change('cart.complete', () => shop.admin.post(`/admin/draft-orders/${draft.id}/pay`))
  const other = await shop.given.draftOrder({ region, option })
  await change('draftOrder.delete', () => shop.admin.delete(`/admin/draft-orders/${other.id}`))
  const { id: customer_id } = await shop.given.customer()
  const grant = { customer_id, kind: 'points', amount: 5, note: 'Late' }
  await change('balance.adjust', () => shop.admin.post('/admin/balances', grant))
  await change('giftCard.create', () => shop.admin.post('/admin/gift-cards', { region_id: region.id, value: 100 }))

  const orders = orderActions(() => shop)
  const canceled = await shop.given.order({ region })
  await change('order.cancel', () => orders.send(canceled, 'cancel'))
  const order = await shop.given.order({ region, option, lines: [[variant, 3]] })
  const edit = (await expectSuccess(shop.admin.post('/admin/order-edits', { order_id: order.id }))).order_edit
  await expectSuccess(shop.admin.post(`/admin/order-edits/${edit.id}/items/${edit.items[0]?.id}`, { quantity: 2 }))
  await change('orderEdit.request', () => shop.admin.post(`/admin/order-edits/${edit.id}/request`))
  await change('orderEdit.confirm', () => shop.admin.post(`/admin/order-edits/${edit.id}/confirm`))
  await change('order.capture', () => orders.send(order, 'capture'))
  const [sold] = (await orders.readOrder(order)).items
  const items = [{ item_id: sold?.id, quantity: 1 }]
  await change('fulfillment.create', () => orders.send(order, 'fulfillment', { items }))
  const [fulfillment] = (await orders.readOrder(order)).fulfillments
  const fulfillmentPath = `fulfillments/${fulfillment?.id}/cancel`
  await change('fulfillment.cancel', () => orders.send(order, fulfillmentPath))
  const { fulfillments } = await orders.act(order, 'fulfillment', { items: [{ ...items[0], quantity: 2 }] })
  await change('fulfillment.ship', () => orders.send(order, 'shipment', { fulfillment_id: fulfillments.at(-1)?.id }))
  await change('order.refund', () => orders.send(order, 'refund', { amount: 10, reason: 'other' }))

  await change('return.request', () => orders.send(order, 'return', { items }))
  const [requested] = (await orders.readOrder(order)).returns
  const returned = `/admin/returns/${requested?.id}/cancel` as string
  await change('return.cancel', () => shop.admin.post(returned))
  await expectSuccess(shop.admin.post(returned))
  await orders.act(order, 'return', { items })
  const [second] = (await orders.readOrder(order)).returns.filter(({ status }) => status === 'requested')
  const receive = `/admin/returns/${second?.id}/receive` as string
  await change('return.receive', () => shop.admin.post(receive, { items }))
  const claimed = await shop.given.fulfilledOrder({ region, option })
  const claim_items = [{ item_id: claimed.items[0].id, quantity: 1, reason: 'missing_item' }]
  await change('claim.create', () => orders.send(claimed, 'claims', { type: 'refund', claim_items }))
  const replaced = await shop.given.fulfilledOrder({ region, option })
  const [lost] = replaced.items
  await orders.act(replaced, 'claims', {
    type: 'replace',
    claim_items: [{ item_id: lost?.id, quantity: 1, reason: 'missing_item' }],
    additional_items: [line],
  })
  const [claim] = (await orders.readOrder(replaced)).claims
  await change('claim.cancel', () => orders.send(replaced, `claims/${claim?.id}/cancel`))
  const swapped = await shop.given.fulfilledOrder({ region, option })
  const return_items = [{ item_id: swapped.items[0].id, quantity: 1 }]
  const swap = { return_items, additional_items: [line] }
  await change('swap.create', () => orders.send(swapped, 'swaps', swap))
  const [created] = (await orders.readOrder(swapped)).swaps
  const [back] = (await shop.admin.get('/admin/returns?limit=200')).body.returns.filter(
    ({ swap_id }) => swap_id === created?.id,
  )
  await expectSuccess(shop.admin.post(`/admin/returns/${back?.id}/cancel`))
  await change('swap.cancel', () => orders.send(swapped, `swaps/${created?.id}/cancel`))

  const product = await shop.given.product()
  await change('product.delete', () => shop.admin.delete(`/admin/products/${product.id}`))
  await expectSuccess(shop.admin.delete('/admin/products/prod_unknown'))
  const bankRegion = await shop.given.region({ payment_providers: [bank.id] })
  const paid = await shop.given.order({ region: bankRegion })
  await orders.act(paid, 'capture')
  await orders.act(paid, 'refund', { amount: 10, reason: 'other' })
  for (const payment of bank.ledger.values()) payment.later = 'unrefundable'
  await shop.makeJobsDue()
  await shop.runJobs()
  expect(await countNotes('order.failRefund')).toBe(1)
  tried.add('order.failRefund')
  expect([...tried].toSorted()).toEqual(NAMES.toSorted())

  for (const name of NAMES) {
    const { context, result = {} } = STEPS[name].description
    const keys = Object.keys(context)
    const rule = STEPS[name].description.onlyEffects ? undefined : [...keys, ...TOOLS].toSorted()
    expect(state.seen.get(`rule ${name}`)?.toSorted(), name).toEqual(rule)
    expect(state.seen.get(`effect ${name}`)?.toSorted(), name).toEqual(
      [...keys, ...Object.keys(result), ...TOOLS].toSorted(),
    )
  }
})
