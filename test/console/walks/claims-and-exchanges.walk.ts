import { expect } from 'vitest'
import { createDeliveredLine } from '#test/support/delivered-line.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { choose, chooseAction, confirm } from '../choose.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'

walk('a claim replaces a unit that comes back, and another claim refunds the other unit', async () => {
  await using console = await openConsole()
  const { page } = console
  const { dialog, readOrder } = await openDeliveredOrder(console)

  await chooseAction(console, 'Create claim')
  await dialog.getByText('Replace', { exact: true }).click()
  await dialog.getByLabel(/^Quantity of/).fill('1')
  await addNewItem(console, 'Send instead', 'Green mug')
  await choose(console, 'Shipping, free for the customer', /^Free/)
  await choose(console, 'Return shipping (optional)', /^Back/)
  await dialog.getByText('A new return', { exact: true }).waitFor()
  await console.check()
  await confirm(console, 'Create claim')
  const replacement = page.getByRole('article', { name: 'Claim 1', exact: true })
  await replacement.getByText('Green mug').waitFor()
  await replacement.getByRole('button', { name: /^Cancel claim/ }).waitFor()
  await console.check()

  await page.getByRole('button', { name: 'Fulfill: Claim 1' }).click()
  await confirm(console, 'Fulfill')
  await ship(console, 'Claim 1 · Fulfillment 1')
  await receive(console, 'Claim 1 · Return 1')
  await replacement.getByText('Shipped').waitFor()
  await replacement.getByRole('button', { name: /^Cancel claim/ }).waitFor({ state: 'hidden' })

  await chooseAction(console, 'Create claim')
  await expect.poll(() => dialog.getByText('of 1', { exact: true }).count()).toBe(2)
  await dialog.getByLabel('Quantity of Green mug').waitFor()
  await dialog
    .getByLabel(/^Quantity of/)
    .first()
    .fill('1')
  await choose(console, 'Problem with', /^Missing item$/)
  await dialog.getByText(/^A refund of/).waitFor()
  await console.check()
  await confirm(console, 'Create claim')
  const refund = page.getByRole('article', { name: 'Claim 2', exact: true })
  await refund.getByText('Missing item').waitFor()
  await refund.getByText('Refunded').waitFor()
  await page.getByText('Refund · Claim').waitFor()
  expect(await page.getByRole('button', { name: /^Cancel claim/ }).count()).toBe(0)
  for (const fact of [/^Return of .* requested$/, /^Return of .* received$/, /^Shipped 1 × Green mug$/])
    expect(await page.getByText(fact).count()).toBe(1)
  await console.check()
  const order = await readOrder()
  expect(order.claims).toMatchObject([
    { type: 'replace', fulfillment_status: 'shipped', return_order: { status: 'received' } },
    { type: 'refund', payment_status: 'refunded', refund_amount: 1200 },
  ])
  expect(order).toMatchObject({ refunded_total: 1200 })
})

walk('a customer exchanges an item for one that costs more', async () => {
  await using console = await openConsole()
  const { page } = console
  const { dialog, readOrder } = await openDeliveredOrder(console)

  await chooseAction(console, 'Exchange items')
  await dialog.getByLabel(/^Quantity of/).fill('1')
  await addNewItem(console, 'The customer receives', 'Green mug')
  await choose(console, 'Return shipping (optional)', /^Back/)
  await dialog.getByText(/^A new exchange/).waitFor()
  await dialog.getByText(/^The customer pays €\d+\.\d\d, and the shipping\.$/).waitFor()
  await console.check()
  await confirm(console, 'Exchange items')
  const exchange = page.getByRole('article', { name: 'Exchange 1', exact: true })
  await exchange
    .getByText(/not confirmed this exchange yet\. The customer then pays €\d+\.\d\d, and the shipping\.$/)
    .waitFor()
  await console.check()

  await page.getByRole('button', { name: 'Confirm for the customer: Exchange 1' }).click()
  await choose(console, 'Shipping', /^Free/)
  await console.check()
  await confirm(console, 'Confirm for the customer')
  await page.getByRole('button', { name: 'Settle difference: Exchange 1' }).click()
  await confirm(console, 'Settle difference')
  await exchange.getByText('Paid').waitFor()
  await page.getByText('Total with exchanges').waitFor()

  await page.getByRole('button', { name: 'Fulfill: Exchange 1' }).click()
  await confirm(console, 'Fulfill')
  await ship(console, 'Exchange 1 · Fulfillment 1')
  await receive(console, 'Exchange 1 · Return 1')
  expect(await exchange.getByRole('button').count()).toBe(0)
  await console.check()
  const order = await readOrder()
  expect(order.swaps).toMatchObject([
    { payment_status: 'captured', fulfillment_status: 'shipped', return_order: { status: 'received' } },
  ])
})

walk('a return offers all units that no claim, exchange or other return contains', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const { dialog, readOrder, order, returnOption } = await openDeliveredOrder(console, 5)
  const item = (quantity: number) => ({ item_id: order.items[0].id, quantity })
  const send = async (path: string, body: object) => await expectSuccess(shop.admin.post(`/admin/${path}`, body))
  const { claims } = (
    await send(`orders/${order.id}/claims`, {
      type: 'refund',
      claim_items: [{ ...item(1), reason: 'other' }],
      return_shipping: { option_id: returnOption.id },
    })
  ).order
  await send(`returns/${claims[0].return_order.id}/receive`, { items: [item(2)] })
  await send(`orders/${order.id}/swaps`, { return_items: [item(1)] })

  await console.visit(`/orders/${order.id}`)
  await page.getByText('Exchange requested', { exact: true }).waitFor()
  await chooseAction(console, 'Request return')
  await dialog.getByText('of 2', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Cancel return: Exchange 1 · Return 1' }).click()
  await confirm(console, 'Cancel return')
  await chooseAction(console, 'Request return')
  await dialog.getByText('of 3', { exact: true }).waitFor()
  await dialog.getByLabel(/^Quantity of/).fill('3')
  await console.check()
  await confirm(console, 'Request return')
  await page.getByRole('article', { name: 'Return 1', exact: true }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit items' }).waitFor()
  await console.check()
  expect(await page.getByRole('menuitem', { name: 'Request return' }).count()).toBe(0)
  const { returns } = await readOrder()
  expect(returns).toContainEqual(
    expect.objectContaining({ claim_order_id: null, items: [expect.objectContaining(item(3))] }),
  )
})

walk('a return can be requested after its quantities could not be read', async () => {
  await using console = await openConsole()
  const { page } = console
  console.expectFault('net::ERR_FAILED')
  let isBroken = true
  await page.route(/listReturnableQuantities/, (route) => (isBroken ? route.abort() : route.continue()))
  const { dialog } = await openDeliveredOrder(console)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Request return' }).waitFor()
  isBroken = false
  await page.getByRole('menuitem', { name: 'Request return' }).click()
  await page.getByText('The shop does not respond. Check the connection and try again.').waitFor()
  await chooseAction(console, 'Request return')
  await dialog.getByText('of 2', { exact: true }).waitFor()
  await console.check()
})

/** Opens the page of an order whose units were shipped, in a shop that also sells green mugs. */
async function openDeliveredOrder(console: OpenConsole, quantity = 2) {
  const { shop, page } = console
  const region = await shop.given.region()
  await shop.given.regionalVariant(region, 1500, { title: 'Green mug' })
  const returnOption = await shop.given.shippingOption(region, { name: 'Back to us', is_return: true, amount: 0 })
  await shop.given.shippingOption(region, { name: 'Free for exchanges', amount: 0 })
  const { order } = await createDeliveredLine(shop, { region, quantity })
  await console.visit(`/orders/${order.id}`)
  return {
    order,
    returnOption,
    dialog: page.getByRole('dialog'),
    readOrder: async () => (await shop.admin.get(`/admin/orders/${order.id}`)).body.order,
  }
}

async function addNewItem({ page }: OpenConsole, label: string, title: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(title)
  await page
    .getByRole('option', { name: new RegExp(title) })
    .first()
    .click()
}

async function ship(console: OpenConsole, part: string): Promise<void> {
  const { page } = console
  await page.getByRole('button', { name: `Ship: ${part}` }).click()
  await page.getByRole('dialog').getByLabel('Tracking numbers').first().fill('1Z999')
  await page.keyboard.press('Enter')
  await confirm(console, 'Ship')
  await page.getByRole('article', { name: part }).getByText('Tracking: 1Z999').waitFor()
}

async function receive(console: OpenConsole, part: string): Promise<void> {
  const { page } = console
  await page.getByRole('button', { name: `Receive: ${part}` }).click()
  await confirm(console, 'Receive')
  await page.getByRole('article', { name: part }).getByText('Received').first().waitFor()
}
