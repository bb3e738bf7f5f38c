import { expect, test } from 'vitest'
import { useConsistentShop } from '#test/support/consistent-shop.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { orderEditActions } from '#test/support/order-edit-actions.ts'
import type { Identified } from '#test/support/resources.ts'

const { shop, orders } = await useConsistentShop()
const { given, admin } = shop
const edits = orderEditActions(() => shop)
const path = '/admin/draft-orders'

const region = await given.region({ tax_rate: 19 })
const option = await given.shippingOption(region, { amount: 100 })
const { tax_rate: reduced } = await expectSuccess(
  admin.post('/admin/tax-rates', { name: 'Books', code: 'books', rate: 7, region_id: region.id }),
)

const OWN_ITEMS = [
  { title: 'Engraving', unit_price: 1190, quantity: 3, tax_rate_id: 'default', includes_tax: true },
  { title: 'Catalogue', unit_price: 333, quantity: 2, tax_rate_id: reduced.id },
  { title: 'Deposit', unit_price: 250, quantity: 1 },
]

async function draft(items: readonly object[] = OWN_ITEMS) {
  const body = { email: 'ada@example.com', region_id: region.id, items, shipping_methods: [{ option_id: option.id }] }
  return (await expectSuccess(admin.post(path, body))).draft_order
}
const addLine = ({ id }: Identified, line: object) => admin.post(`${path}/${id}/line-items`, line)
function lineOf<Line extends { title: string }>(row: { items: readonly Line[] }, title: string): Line {
  const line = row.items.find((item) => item.title === title)
  if (!line) throw new Error(`no line ${title}`)
  return line
}

const SOLD = {
  subtotal: 3000 + 666 + 250,
  shipping_total: 100,
  item_tax_total: 570 + 47,
  tax_total: 570 + 47 + 19,
  total: 3570 + 713 + 250 + 119,
}

test('own items are taxed by the chosen rate, included in the price or added, and the order keeps it', async () => {
  const open = await draft()
  const taxes = { subtotal: SOLD.subtotal, tax_total: SOLD.tax_total, total: SOLD.total }
  expect(open.cart).toMatchObject(taxes)
  expect(lineOf(open.cart, 'Engraving')).toMatchObject({
    ...{ tax_rate_id: 'default', includes_tax: true, tax_lines: [{ rate: 19, code: 'default' }] },
    ...{ subtotal: 3000, tax_total: 570, total: 3570 },
  })
  expect(lineOf(open.cart, 'Catalogue')).toMatchObject({ subtotal: 666, tax_total: 47, total: 713 })
  expect(lineOf(open.cart, 'Deposit')).toMatchObject({ tax_lines: [], tax_total: 0, total: 250 })
  expect(lineOf(open.cart, 'Deposit')).not.toHaveProperty('tax_rate_id')

  const { order } = await expectSuccess(admin.post(`${path}/${open.id}/pay`))
  expect(order).toMatchObject({ ...taxes, paid_total: SOLD.total, payments: [{ amount: SOLD.total }] })
  expect(lineOf(order, 'Catalogue')).toMatchObject({ tax_lines: [{ rate: 7, name: 'Books', code: 'books' }] })
  const { total } = await expectSuccess(admin.get(`/admin/orders/${order.id}/totals/explain`))
  expect(total).toMatchObject({ amount: SOLD.total })
})

test('a return, a refund and an edit of own items use the tax of the sale', async () => {
  const { order } = await expectSuccess(admin.post(`${path}/${(await draft()).id}/pay`))
  await expectSuccess(admin.post(`/admin/tax-rates/${reduced.id}`, { rate: 9 }))
  const edit = await edits.begin(order)
  expect(await edits.change(edit, lineOf(edit, 'Engraving'), 2)).toMatchObject({ difference_due: -1190 })
  expect(await edits.change(edit, lineOf(edit, 'Catalogue'), 3)).toMatchObject({ difference_due: -1190 + 356 })
  await edits.act(edit, 'confirm')
  const edited = await orders.readOrder(order)
  expect(edited).toMatchObject({ total: SOLD.total - 1190 + 356 })
  const items = ['Engraving', 'Catalogue'].map((title) => ({ item_id: lineOf(edited, title).id, quantity: 1 }))
  const shipped = await orders.act(edited, 'fulfillment', {
    items: edited.items.map(({ id: item_id, quantity }) => ({ item_id, quantity })),
  })
  await orders.act(edited, 'shipment', { fulfillment_id: shipped.fulfillments.at(-1)?.id })
  const returned = await orders.act(edited, 'return', { items, receive_now: true })
  expect(returned).toMatchObject({ refunded_total: 1190 + 356 })
  await expectSuccess(admin.post(`/admin/tax-rates/${reduced.id}`, { rate: 7 }))
})

test('an own item is changed, and an order is duplicated with its taxes', async () => {
  const open = await draft([OWN_ITEMS[2] ?? {}])
  const line = lineOf(open.cart, 'Deposit')
  const change = (body: object) => admin.post(`${path}/${open.id}/line-items/${line.id}`, body)
  const changed = await expectSuccess(change({ unit_price: 238, tax_rate_id: 'default', includes_tax: true }))
  expect(lineOf(changed.draft_order.cart, 'Deposit')).toMatchObject({ subtotal: 200, tax_total: 38, total: 238 })
  const priced = await expectSuccess(change({ unit_price: 119 }))
  expect(lineOf(priced.draft_order.cart, 'Deposit')).toMatchObject({ subtotal: 100, tax_total: 19, includes_tax: true })
  const { order } = await expectSuccess(admin.post(`${path}/${open.id}/pay`))
  const copy = await expectSuccess(admin.post(`${path}/from-order`, { order_id: order.id }))
  expect(lineOf(copy.draft_order.cart, 'Deposit')).toMatchObject({ tax_rate_id: 'default', total: 119, tax_total: 19 })
  const free = await expectSuccess(
    admin.post(`${path}/${copy.draft_order.id}/line-items/${lineOf(copy.draft_order.cart, 'Deposit').id}`, {
      tax_rate_id: null,
    }),
  )
  expect(lineOf(free.draft_order.cart, 'Deposit')).toMatchObject({ tax_lines: [], total: 119, tax_total: 0 })
})

test('a new and a changed line of a product can have null and false for the tax', async () => {
  const open = await draft()
  const none = { tax_rate_id: null, includes_tax: false, quantity: 2 }
  const added = await expectSuccess(addLine(open, { variant_id: (await given.variant()).id, ...none }))
  const line = added.draft_order.cart.items.find((item: { variant_id: string | null }) => item.variant_id)
  const change = (body: object) => admin.post(`${path}/${open.id}/line-items/${line!.id}`, body)
  await expectSuccess(change(none))
  await expectError(
    change({ includes_tax: true }),
    400,
    'invalid_data',
    'The tax of a product cannot be chosen. Only items without a product have an own tax.',
  )
})

test('a deleted rate becomes the rate of the region, and so does the rate of another region', async () => {
  const { tax_rate } = await expectSuccess(
    admin.post('/admin/tax-rates', { name: 'Gone', code: 'gone', rate: 3, region_id: region.id }),
  )
  const open = await draft([{ title: 'Service', unit_price: 1000, quantity: 1, tax_rate_id: tax_rate.id }])
  expect(lineOf(open.cart, 'Service')).toMatchObject({ tax_total: 30 })
  await expectSuccess(admin.delete(`/admin/tax-rates/${tax_rate.id}`))
  const { draft_order } = await expectSuccess(admin.get(`${path}/${open.id}`))
  expect(lineOf(draft_order.cart, 'Service')).toMatchObject({ tax_total: 190 })
  const other = await given.region({ tax_rate: 25 })
  const moved = await expectSuccess(admin.post(`${path}/${open.id}`, { region_id: other.id }))
  expect(lineOf(moved.draft_order.cart, 'Service')).toMatchObject({ tax_rate_id: 'default', tax_total: 250 })
})

test('the tax of a product and a rate of another region are refused and change nothing', async () => {
  const open = await draft()
  const variant = await given.variant()
  const other = await given.region()
  const { tax_rate } = await expectSuccess(
    admin.post('/admin/tax-rates', { name: 'Other', code: 'other', rate: 5, region_id: other.id }),
  )
  await expectError(
    addLine(open, { variant_id: variant.id, quantity: 1, tax_rate_id: 'default' }),
    400,
    'invalid_data',
    'The tax of a product cannot be chosen. Only items without a product have an own tax.',
  )
  for (const tax_rate_id of [tax_rate.id, 'txr_no', ''])
    await expectError(
      addLine(open, { title: 'A', unit_price: 1, quantity: 1, tax_rate_id }),
      400,
      'invalid_data',
      'The region of the draft order does not have this tax rate',
    )
  expect((await addLine(open, { title: 'A', quantity: 1, tax_rate_id: 7 })).status).toBe(400)
  const { draft_order } = await expectSuccess(admin.get(`${path}/${open.id}`))
  expect(draft_order.cart).toMatchObject({ total: SOLD.total })
})
