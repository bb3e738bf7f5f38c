import { expect } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { choose, confirm } from '../choose.ts'
import { openConsole, walk } from '../open-console.ts'

walk('a draft order without shipping gets an option and other shipping costs', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region({ currency_code: 'eur' })
  const other = await shop.given.region({ currency_code: 'eur' })
  const option = await shop.given.shippingOption(other, { name: 'Courier', amount: 900 })
  const { id } = await shop.given.draftOrder({ region })
  const path = `/admin/draft-orders/${id}` as const
  await expectSuccess(shop.admin.post(path, { region_id: other.id }))
  const shipping = async () =>
    (await expectSuccess(shop.admin.get(path))).draft_order.cart.shipping_methods.map(({ price }) => price)
  expect(await shipping()).toEqual([])
  await console.visit(`/draft-orders/${id}`)
  await page.getByRole('button', { name: 'Change the shipping' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).waitFor()
  await choose(console, 'Shipping option', /Courier/)
  await console.check()
  await confirm(console, 'Save')
  await expect.poll(shipping).toEqual([900])
  await page.getByRole('button', { name: 'Change the shipping' }).click()
  await page.getByRole('dialog').getByLabel('Shipping costs').fill('0')
  await confirm(console, 'Save')
  await expect.poll(shipping).toEqual([0])
  expect(option.amount).toBe(900)
  await console.check()
})
