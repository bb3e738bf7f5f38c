import { expect } from 'vitest'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import { providersWith, testPayment } from '#test/support/test-payment.ts'
import { confirm } from '../choose.ts'
import { openConsole, walk } from '../open-console.ts'

walk('each payment of an order with two providers is captured and refunded by clicks', async () => {
  await using console = await openConsole({ providers: providersWith(testPayment('voucher')) })
  const { page, shop } = console
  const region = await shop.given.region({ payment_providers: ['manual', 'voucher'] })
  const cart = await shop.given.payableCart({ region })
  const payments = [{ provider_id: 'voucher', amount: 500 }, { provider_id: 'manual' }]
  await expectSuccess(shop.post(`/store/carts/${cart.id}/split-payment`, { payments }))
  const order = await expectOrder(shop.post(`/store/carts/${cart.id}/complete`))
  await console.visit(`/orders/${order.id}`)
  const section = page.getByRole('region', { name: 'Payments' })
  const dialog = page.getByRole('dialog')
  await console.check()

  await section.getByRole('button', { name: 'Capture: voucher' }).click()
  await dialog.getByText('The payment provider transfers €5.00 to the shop.').waitFor()
  await console.check()
  await confirm(console, 'Capture')
  await section.getByRole('button', { name: 'Refund: voucher' }).click()
  await dialog.getByText('Up to €5.00 can be refunded.').waitFor()
  await dialog.getByLabel('Amount').fill('2.00')
  await dialog.getByText('A refund of €2.00').waitFor()
  await console.check()
  await confirm(console, 'Refund')
  await section.getByText('€2.00 refunded').waitFor()

  await section.getByRole('button', { name: 'Capture', exact: true }).click()
  await confirm(console, 'Capture')
  await page.getByText('Partly refunded').waitFor()
  await section.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Amount').fill('8.00')
  await dialog.getByText('A refund of €7.00').waitFor()
  await dialog.getByText('A refund of €1.00').waitFor()
  await confirm(console, 'Refund')
  await section.getByText('€7.00 refunded').waitFor()
  await section.getByText('€3.00 refunded').waitFor()
  await console.check()
  const { body } = await shop.admin.get(`/admin/orders/${order.id}`)
  expect(body.order).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 1000 })
})
