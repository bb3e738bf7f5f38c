import { expect } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { untyped } from '#test/support/untyped.ts'
import { subscriptions } from '../../../plugins/subscriptions/index.ts'
import { openConsole, walk } from '../open-console.ts'

walk('the pages of a customer and of an order show the subscriptions, and change them', async () => {
  await using console = await openConsole({ plugins: [subscriptions] })
  const { page, shop } = console
  const variant = await shop.given.variant({ stock: 9 })
  const intervals = untyped({ subscription_intervals: ['1 month'] })
  await expectSuccess(shop.admin.post(`/admin/products/${variant.product_id}/variants/${variant.id}`, intervals))
  const customer = await shop.given.customer()
  const { id, items } = await shop.given.payableCart({ by: customer, email: customer.email, lines: [[variant, 2]] })
  const line = untyped({ quantity: 2, subscription_interval: '1 month' })
  await expectSuccess(customer.post(`/store/carts/${id}/line-items/${items[0]?.id}`, line))
  const { body } = await customer.post(`/store/carts/${id}/complete`)
  expect(body.type).toBe('order')

  await console.visit(`/orders/${body.data.id}`)
  await page
    .frameLocator('iframe[title="Subscriptions"]')
    .getByText(/^2 × .+, every 1 month$/)
    .waitFor()
  await console.check()
  await console.visit(`/customers/${customer.id}`)
  const panel = page.frameLocator('iframe[title="Subscriptions"]')
  await panel.getByText('1 subscription').waitFor()
  await panel.getByRole('button', { name: 'Pause' }).click()
  await panel.getByText('paused').waitFor()
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await panel.getByText('canceled').waitFor()
  expect(await panel.getByRole('button').count()).toBe(0)
  await console.check()
})
