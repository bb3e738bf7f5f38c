import { expect } from 'vitest'
import { balancePlugin } from '#test/support/balance-plugin.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import { choose, confirm } from '../choose.ts'
import { openConsole, walk } from '../open-console.ts'

const plugins = [balancePlugin]

walk('an administrator grants and deducts balances, and sees their entries', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const customer = await shop.given.customer()
  await console.visit(`/customers/${customer.id}`)
  const section = page.getByRole('region', { name: 'Balances' })
  await section.getByText('This customer has no balance yet.').waitFor()

  await section.getByRole('button', { name: 'Grant or deduct' }).click()
  await page.getByLabel('Amount').fill('12.50')
  await page.getByLabel('Reason').fill('Late delivery')
  await console.check()
  await confirm(console, 'Grant')
  await section.getByRole('cell', { name: /12\.50/ }).waitFor()

  await section.getByRole('button', { name: 'Grant or deduct' }).click()
  await choose(console, 'Kind', /Points/)
  await page.getByLabel('Amount').fill('40')
  await page.getByLabel('Reason').fill('Welcome')
  await confirm(console, 'Grant')
  await section.getByRole('cell', { name: '40', exact: true }).waitFor()

  await section.getByRole('button', { name: 'Set limit' }).click()
  await page.getByRole('textbox', { name: 'Credit limit' }).fill('100')
  await confirm(console, 'Set limit')
  await section.getByRole('cell', { name: /100\.00/ }).waitFor()

  await section.getByRole('button', { name: 'Grant or deduct' }).click()
  await choose(console, 'Change', /Deduct/)
  await page.getByLabel('Amount').fill('20')
  await page.getByLabel('Reason').fill('Error')
  console.expectFault('400')
  await page.getByRole('dialog').getByText('The balance does not cover the deduction').waitFor()
  await page.getByLabel('Amount').fill('2.50')
  await confirm(console, 'Deduct')
  await section.getByRole('cell', { name: /[^0]10\.00/ }).waitFor()

  await section.getByRole('button', { name: 'Entries of Store credit' }).click()
  await page.getByRole('dialog').getByText('Deducted · Error').waitFor()
  await console.check()
})

walk('an order names the balance that paid, and a refund can go to a balance', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const region = await shop.given.region()
  const customer = await shop.given.customer()
  const grant = { customer_id: customer.id, kind: 'store-credit', currency_code: 'eur', amount: 200, note: 'Late' }
  await expectSuccess(shop.admin.post('/admin/balances', grant))
  const cart = await shop.given.payableCart({ region, by: customer, email: customer.email })
  await expectSuccess(customer.post(`/store/carts/${cart.id}/tenders`, { tenders: [{ kind: 'store-credit' }] }))
  const order = await expectOrder(customer.post(`/store/carts/${cart.id}/complete`))
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))

  await console.visit(`/orders/${order.id}`)
  const payments = page.getByRole('region', { name: 'Payments' })
  await payments.getByText('Store credit').waitFor()
  await payments.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Amount').fill('3')
  await choose(console, 'Refund to', /On account/)
  await console.check()
  await confirm(console, 'Refund')
  await payments.getByText('Refund · Other').first().waitFor()
  const { balances } = await expectSuccess(shop.admin.get(`/admin/balances?customer_id=${customer.id}&kind=invoice`))
  expect(balances).toMatchObject([{ balance: 300 }])
  await console.check()
})
