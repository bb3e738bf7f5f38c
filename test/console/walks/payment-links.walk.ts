import { expect } from 'vitest'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { expectOrder } from '#test/support/factories.ts'
import { storefront, testPayment } from '../../../plugins/storefront/index.ts'
import { choose } from '../choose.ts'
import { openConsole, walk } from '../open-console.ts'

walk('a merchant sends the payment link of an invoice, and the customer pays it by card', async () => {
  await using console = await openConsole({
    plugins: [storefront({ country: 'de' }), testPayment],
    config: { production: false },
  })
  const { shop, page } = console
  const region = await shop.given.region()
  await shop.orm.em.fork().upsert(PaymentProvider, { id: 'test' }, { onConflictAction: 'ignore' })
  await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { payment_providers: ['manual', 'test'] }))
  const cart = await shop.given.payableCart({ region })
  await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-session`, { provider_id: 'manual' }))
  const order = await expectOrder(shop.post(`/store/carts/${cart.id}/complete`))

  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Payment link', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await choose(console, 'Language of the e-mail', /^German$/)
  await console.check()
  await dialog.getByRole('button', { name: 'Create and send', exact: true }).click()
  await dialog.getByText(`The link is on its way to ${order.email}.`).waitFor()
  const address = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await dialog.getByText('The link leads to the storefront at this address.').waitFor()
  expect(await dialog.getByRole('link', { name: /Set its page/ }).getAttribute('href')).toContain('/settings/store')
  await console.check()
  const [event] = await shop.orm.em
    .fork()
    .execute("select payload from event where name = 'order.payment_link_created'")
  expect(event).toMatchObject({ payload: { locale: 'de', amount: order.total } })

  const customer = await page.context().newPage()
  await customer.goto(address)
  await customer.getByRole('heading', { name: `Order ${order.display_id}` }).waitFor()
  await customer.getByLabel('Card (test, no money moves)').check()
  await customer.getByRole('button', { name: /^Pay/ }).click()
  await customer.getByRole('button', { name: 'Pay', exact: true }).click()
  await customer.getByRole('heading', { name: 'Nothing to pay' }).waitFor()

  await dialog.getByText('The order is paid.').waitFor()
  await console.check()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Paid', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Payment link', exact: true }).count()).toBe(0)
  await console.check()
})

walk('a link dialog does not call a canceled order paid, and gives the focus to the page', async () => {
  await using console = await openConsole()
  const { shop, page } = console
  const order = await shop.given.order()
  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Payment link', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Language of the e-mail').waitFor()
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/cancel`))
  await page.getByText('Canceled', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Payment link', exact: true }).waitFor({ state: 'detached' })
  expect(await dialog.getByText('The order is paid.').count()).toBe(0)
  await console.check()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement?.id')).toBe('page-title')
})
