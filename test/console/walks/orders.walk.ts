import { expect } from 'vitest'
import { orderEditActions } from '#test/support/order-edit-actions.ts'
import { choose, chooseAction, confirm } from '../choose.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'

walk('an order is captured, packed, shipped, returned, refunded and noted by clicks', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const { dialog, order } = await openOrder(console)
  await console.check()

  await page.getByRole('button', { name: /^Explain Total/ }).click()
  await dialog.getByText('Subtotal').waitFor()
  await console.check()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  await dialog.getByText('The payment is captured').waitFor()
  await console.check()
  await confirm(console, 'Capture')
  await page.getByText('Paid', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Fulfill' }).click()
  await dialog.getByLabel(/^Quantity of/).fill('1')
  await dialog.getByText(/^Packed of .*: 0 → 1$/).waitFor()
  await console.check()
  await confirm(console, 'Fulfill')
  await page.getByText('Partly packed').waitFor()

  await page.getByRole('button', { name: 'Ship: Fulfillment 1' }).click()
  await dialog.getByLabel('Tracking numbers').first().fill('1Z999')
  await page.keyboard.press('Enter')
  await choose(console, 'Carrier', /^UPS$/)
  await console.check()
  await confirm(console, 'Ship')
  await page.getByRole('link', { name: '1Z999' }).waitFor()
  expect(await page.getByRole('link', { name: '1Z999' }).getAttribute('href')).toContain('ups.com/track?tracknum=1Z999')
  await page.getByRole('button', { name: 'Edit tracking: Fulfillment 1' }).click()
  await dialog.getByText('No mail is sent').waitFor()
  await console.check()
  await choose(console, 'Carrier', /^DHL$/)
  await confirm(console, 'Save')
  await page.getByText('DHL: 1Z999').waitFor()

  await chooseAction(console, 'Request return')
  await dialog.getByLabel(/^Quantity of/).fill('1')
  await dialog.getByText(/^A new return/).waitFor()
  await console.check()
  await confirm(console, 'Request return')
  await page.getByRole('button', { name: 'Receive: Return 1' }).click()
  await dialog.getByText(/^Returned of .*: 0 → 1$/).waitFor()
  await confirm(console, 'Receive')
  await page.getByText('Partly refunded').waitFor()

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Amount').fill('1.00')
  await dialog.getByText(/^A refund of/).waitFor()
  await console.check()
  await confirm(console, 'Refund')

  await page.getByLabel('New note').fill('The customer has called.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('The customer has called.').waitFor()
  await console.check()
  const { body } = await shop.admin.get(`/admin/orders/${order.id}`)
  expect(body.order).toMatchObject({ fulfillment_status: 'partially_returned', payment_status: 'partially_refunded' })
})

walk('an amount that is too large is refused at its field before the refund', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const { dialog, order } = await openOrder(console)
  await shop.admin.post(`/admin/orders/${order.id}/capture`)
  await page.reload()
  console.expectFault('400')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Amount').fill('99999')
  await expect.poll(() => dialog.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true')
  await console.check()
})

walk('the dialog shows the amount of a capture after an earlier capture', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const lines = [[await shop.given.variant({ stock: 20 }), 4] as const]
  const order = await shop.given.order({ region, option, lines })
  await shop.admin.post(`/admin/orders/${order.id}/capture`)
  const edits = orderEditActions(() => shop)
  const raised = await edits.begin(order)
  await edits.change(raised, raised.items[0]!, 8)
  const { payment_collection_id } = await edits.act(raised, 'request')
  const at = `/store/payment-collections/${payment_collection_id}` as const
  const { payment_collection } = (await shop.post(`${at}/sessions`, { provider_id: 'manual' })).body
  const session_ids = payment_collection.payment_sessions.map(({ id }) => id)
  await shop.post(`${at}/sessions/batch/authorize`, { session_ids })
  await edits.act(raised, 'confirm')
  const lowered = await edits.begin(order)
  await edits.change(lowered, lowered.items[0]!, 5)
  await edits.act(lowered, 'confirm')

  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  await page.getByText(/transfers €12\.00 of the authorized €48\.00/).waitFor()
  await console.check()
  await confirm(console, 'Capture')
  await page.getByRole('alert').getByText('€12.00 captured').waitFor()
  const { body } = await shop.admin.get(`/admin/orders/${order.id}`)
  expect(body.order).toMatchObject({ payment_status: 'captured', difference_due: 0 })
})

walk('a part of a payment is captured, and the totals show each state of the money', async () => {
  await using console = await openConsole({ browser: { locale: 'de-DE' } })
  const { page } = console
  const { dialog } = await openOrder(console)
  await page.getByText('Autorisiert, nicht eingezogen').waitFor()
  await page.getByRole('button', { name: /^Teil einziehen: / }).click()
  await dialog.getByLabel('Betrag').fill('10,00')
  await dialog.getByText(/Der Anbieter gibt die übrigen/).waitFor()
  await dialog.getByText('Die Zahlung wird eingezogen').waitFor()
  await console.check()
  await confirm(console, 'Einziehen')
  await page.getByText('Noch offen').waitFor()
  await page.getByText('Eingezogen', { exact: true }).first().waitFor()
  await console.check()
})

walk('a mail of an order is sent again to the corrected address', async () => {
  const sent: string[] = []
  const events = ['order.placed'] as const
  const send = async ({ to }: { to: string }) => void sent.push(to)
  const notifications = new Map([['mailbox', { id: 'mailbox', events, send }]])
  await using console = await openConsole({ notifications })
  const { page, shop } = console
  const { dialog, order } = await openOrder(console)
  // The provider of this shop has no preview.
  console.expectFault('400')
  await shop.runJobs()
  await shop.admin.post(`/admin/orders/${order.id}`, { email: 'right@example.com' })
  await page.reload()
  await page.getByRole('button', { name: 'Send again: Notification sent: Order confirmation' }).click()
  expect(await dialog.getByRole('textbox').inputValue()).toBe('right@example.com')
  await console.check()
  await confirm(console, 'Send again')
  await shop.runJobs()
  expect(sent).toEqual([order.email, 'right@example.com'])
  await page.getByText('sent again 1 time').waitFor()
})

walk('several orders are completed and archived, and a refused one names the reason', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  for (let count = 0; count < 2; count++) await shop.given.order({ region, option })
  await console.visit('/orders')
  const dialog = page.getByRole('dialog')
  await page.getByLabel('Select all rows').check()
  console.expectFault('400')
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect.poll(() => dialog.getByText("Can't archive an unprocessed order").count()).toBe(2)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Mark as completed', exact: true }).click()
  await expect.poll(() => dialog.getByText('Order: Open → Completed').count()).toBe(2)
  await console.check()
  await dialog.getByRole('button', { name: 'Mark as completed' }).click()
  await expect.poll(() => dialog.getByText('Done').count()).toBeGreaterThanOrEqual(2)
})

walk('a scanner counts the packed units and refuses a wrong and a surplus one', async () => {
  await using console = await openConsole({ browser: { viewport: { width: 390, height: 844 } } })
  const { page, shop } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const variants = ['red', 'blue'].map((name, index) => ({
    title: name,
    sku: `MUG-${name}`,
    upc: `01234567890${index}`,
    inventory_quantity: 9,
    prices: [{ currency_code: 'eur', amount: 1000 }],
    options: [{ value: name }],
  }))
  const mug = await shop.given.product({ title: 'Mug', variants })
  const lines = mug.variants.map((variant) => [variant, 2] as const)
  const order = await shop.given.order({ region, option, lines })
  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Fulfill' }).click()
  const dialog = page.getByRole('dialog')
  const scan = async (code: string, text: string) => {
    await dialog.getByLabel('Scan a barcode').fill(code)
    await page.keyboard.press('Enter')
    await dialog.getByRole('status').getByText(text).waitFor()
  }
  // A scanner types without a click, also after the merchant has clicked on something else.
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type('mug-RED\n')
  await dialog.getByRole('status').getByText('Mug: 1 of 2').waitFor()
  await dialog.getByRole('heading', { name: 'Pack items' }).click()
  await page.keyboard.type('mug-go\n')
  await dialog.getByRole('status').getByText('mug-go is no barcode').waitFor()
  await dialog.getByRole('switch').press('Space')
  await page.keyboard.type('mug-off\n')
  await dialog.getByRole('status').getByText('mug-off is no barcode').waitFor()
  await scan('0012345678900', 'Mug: 2 of 2')
  await scan('012345678900', 'Mug is complete.')
  await scan('<b>4711</b>', '<b>4711</b> is no barcode')
  await scan('012345678901', 'Mug: 1 of 2')
  await console.check()
  await confirm(console, 'Fulfill')
  await page.getByText('Partly packed').waitFor()
  const { body } = await shop.admin.get(`/admin/orders/${order.id}`)
  expect(body.order.items.map(({ fulfilled_quantity }) => fulfilled_quantity).sort()).toEqual([1, 2])
})

walk('an open draft order gets an own item, a discount and another address', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const variant = await shop.given.variant()
  const discount = await shop.given.discount(region, { type: 'percentage', value: 10 })
  const { id } = await shop.given.draftOrder({ region, option, lines: [[variant, 1]] })
  await console.visit(`/draft-orders/${id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add an own item' }).click()
  await dialog.getByLabel('Title').fill('Gift wrap')
  await dialog.getByLabel('Price of one unit').fill('2.50')
  await console.check()
  await confirm(console, 'Add item')
  await page.getByText('Own item, 20% tax added').waitFor()
  await page.getByRole('button', { name: 'Edit Gift wrap' }).click()
  await dialog.getByLabel('Price of one unit').fill('3.00')
  await dialog.getByLabel('The price includes the tax').check()
  await console.check()
  await confirm(console, 'Save')
  await page.getByText('Own item, 20% tax included').waitFor()
  await page.getByRole('button', { name: 'Discount codes' }).click()
  await dialog.getByRole('textbox').fill(discount.code)
  await console.check()
  await confirm(console, 'Save')
  await page.getByRole('button', { name: 'Edit the customer and the addresses' }).click()
  await dialog.getByLabel('City').first().fill('Newtown')
  await dialog.getByLabel('E-mail').fill('other@example.com')
  await console.check()
  await confirm(console, 'Save')
  await page.getByText('other@example.com').waitFor()
  const { draft_order } = (await shop.admin.get(`/admin/draft-orders/${id}`)).body
  expect(draft_order.cart.items.find(({ title }) => title === 'Gift wrap')).toMatchObject({ total: 300, tax_total: 50 })
  expect(draft_order.cart).toMatchObject({
    email: 'other@example.com',
    discount_total: 100,
    shipping_address: { city: 'Newtown' },
    billing_address: { city: 'Newtown' },
  })
})

walk('an order is duplicated as a draft, which names the items that it lacks', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const { dialog, order } = await openOrder(console)
  const { variant } = (await shop.admin.get(`/admin/variants/${order.items[0].variant_id}`)).body
  await chooseAction(console, 'Duplicate as draft')
  await dialog.getByText('Prices of this order').click()
  await console.check()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await shop.admin.post(`/admin/products/${variant.product_id}/variants/${variant.id}`, { inventory_quantity: 0 })
  await chooseAction(console, 'Duplicate as draft')
  await dialog.getByText('2 × Blue mug: not enough stock').waitFor()
  await console.check()
  await confirm(console, 'Duplicate as draft')
  await page.getByRole('heading', { name: /^Draft #/ }).waitFor()
  await page.getByText('This draft has no items.').waitFor()
})

walk('several orders are captured, and one is canceled', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  for (let count = 0; count < 3; count++) await shop.given.order({ region, option })
  await console.visit('/orders')
  await console.check()
  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByText('The payment is captured').count()).toBe(3)
  await console.check()
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await expect.poll(() => dialog.getByText('Done').count()).toBeGreaterThanOrEqual(3)
  await console.check()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'To capture' }).click()
  await page.getByText('No results').waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('heading', { name: /^Order #/ }).waitFor()
  await chooseAction(console, 'Cancel order')
  await dialog.getByText(/^Order: Open → Canceled$/).waitFor()
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await console.check()
  await confirm(console, 'Cancel order')
  await page.getByText('Order canceled').first().waitFor()
})

walk('packing slips and a picking list of several orders are printed and downloaded', async () => {
  await using console = await openConsole({ browser: { acceptDownloads: true } })
  const { page, shop } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const variant = await shop.given.variant({ title: 'Blue mug' })
  const sold = await Promise.all([1, 2].map((count) => shop.given.order({ region, option, lines: [[variant, count]] })))
  const canceled = await shop.given.order({ region, option })
  await shop.admin.post(`/admin/orders/${canceled.id}/cancel`)
  await console.visit('/orders')
  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Packing slips' }).click()
  await page.getByRole('heading', { name: `Packing slip · Order #${sold[0]?.display_id}` }).waitFor()
  await page.getByText(`Canceled, so there is nothing to pack: #${canceled.display_id}`).waitFor()
  expect(await page.getByRole('article').count()).toBe(2)
  await console.check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toBe('Packing slip.pdf')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  expect(await page.getByRole('article').first().isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.getByText('Picking list', { exact: true }).click()
  await page.getByRole('cell', { name: '3', exact: true }).waitFor()
  await console.check()
  await console.visit(`/orders/${sold[0]?.id}`)
  await chooseAction(console, 'Packing slip')
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
})

walk('an address and an e-mail are corrected, and the timeline shows both values', async () => {
  await using console = await openConsole({ browser: { viewport: { width: 390, height: 844 } } })
  const { page, shop } = console
  const { dialog, order } = await openOrder(console)
  await page.getByRole('button', { name: 'Correct the address and the e-mail' }).click()
  await dialog.getByText('Prices, shipping costs and taxes').waitFor()
  await console.check()
  await dialog.getByLabel('E-mail').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => dialog.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('E-mail').fill('right@example.com')
  await dialog.getByLabel('Street and number').first().fill('<b>Right</b> street 1')
  await dialog.getByLabel('Company').first().fill('Right & Co')
  await confirm(console, 'Save')
  await page.getByText('Order corrected').waitFor()
  await page.getByText(/Company: none → Right & Co/).waitFor()
  await page.getByText(/Street and number: .* → <b>Right<\/b> street 1/).waitFor()
  await page.getByText(/E-mail: .* → right@example\.com/).waitFor()
  await console.check()
  const { body } = await shop.admin.get(`/admin/orders/${order.id}`)
  expect(body.order).toMatchObject({ email: 'right@example.com', total: order.total })
})

walk('a draft order is created and paid, and home shows the order', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const product = await shop.given.product({ title: 'Blue mug' })
  await console.visit('/draft-orders/new')
  await page.getByRole('combobox', { name: 'E-mail' }).fill('ada@example.com')
  await choose(console, 'Region', new RegExp(region.name))
  await page.getByRole('combobox', { name: 'Add item' }).fill('Blue')
  await page
    .getByRole('option', { name: new RegExp(product.title) })
    .first()
    .click()
  await choose(console, 'Shipping option', new RegExp(option.name))
  await console.check()
  await page.getByRole('button', { name: 'Create draft order' }).click()
  await page.getByRole('heading', { name: /^Draft #/ }).waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByText('A new order').waitFor()
  await confirm(console, 'Mark as paid')
  await page.getByRole('heading', { name: /^Order #/ }).waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByText('Sales after refunds').first().waitFor()
  await console.check()
  await console.visit('/draft-orders')
  await console.check()
})

walk('an order shows which side owes a difference, and a refund proposes the debt of the shop', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const dialog = page.getByRole('dialog')
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const variant = await shop.given.variant()
  const [overpaid, underpaid] = [
    await shop.given.order({ region, option, lines: [[variant, 2]] }),
    await shop.given.order({ region, option, lines: [[variant, 2]] }),
  ]
  for (const [{ id }, quantity] of [
    [overpaid, 1],
    [underpaid, 3],
  ] as const) {
    await shop.admin.post(`/admin/orders/${id}/capture`)
    const { order_edit } = (await shop.admin.post('/admin/order-edits', { order_id: id })).body
    await shop.admin.post(`/admin/order-edits/${order_edit.id}/items/${order_edit.items?.[0]?.id}`, { quantity })
    await shop.admin.post(`/admin/order-edits/${order_edit.id}/confirm`)
  }
  await console.visit(`/orders/${overpaid.id}`)
  await page.getByText('The shop owes the customer').waitFor()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByText(/^The shop owes the customer €12\.00\. Up to €/).waitFor()
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('12.00')
  await console.check()
  await confirm(console, 'Refund')
  await page.getByText('The shop owes the customer').waitFor({ state: 'hidden' })

  await console.visit('/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByText('Orders with an unpaid difference').waitFor()
  await console.visit('/orders')
  await page.getByRole('row', { name: new RegExp(`#${underpaid.display_id}.*Amount due`) }).waitFor()
})

walk('an edit of an order is discarded, and another is sent to the customer', async () => {
  await using console = await openConsole()
  const { page } = console
  const { dialog } = await openOrder(console)
  await chooseAction(console, 'Edit items')
  await confirm(console, 'Discard edit')
  await page.getByText('Edit canceled', { exact: true }).waitFor()

  await chooseAction(console, 'Edit items')
  await dialog.getByLabel(/^Quantity of/).fill('3')
  await confirm(console, 'Ask the customer')
  await page.getByText('The customer can confirm the edit now', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Confirm edit: / }).waitFor()
  expect(await dialog.count()).toBe(0)
  await console.check()
})

/** Opens the page of a new order of two units. */
async function openOrder(console: OpenConsole) {
  const { shop, page } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const variant = await shop.given.variant({ title: 'Blue mug' })
  const order = await shop.given.order({ region, option, lines: [[variant, 2]] })
  await console.visit(`/orders/${order.id}`)
  return { order, dialog: page.getByRole('dialog') }
}
