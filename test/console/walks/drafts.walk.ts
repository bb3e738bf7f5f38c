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

walk('a draft order keeps a shipping method of each profile, and its data', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region({ currency_code: 'eur' })
  const { shipping_profile } = await expectSuccess(
    shop.admin.post('/admin/shipping-profiles', { name: 'Bulky', type: 'custom' }),
  )
  const post = await shop.given.shippingOption(region, { name: 'Post', amount: 500 })
  const freight = await shop.given.shippingOption(region, {
    ...{ name: 'Freight', amount: 4000, profile_id: shipping_profile.id },
  })
  const { id } = await shop.given.draftOrder({ region })
  const path = `/admin/draft-orders/${id}` as const
  const shipping_methods = [{ option_id: post.id, data: { box: 'A1' } }, { option_id: freight.id }]
  await expectSuccess(shop.admin.post(path, { shipping_methods }))
  const shipping = async () => {
    const { draft_order } = await expectSuccess(shop.admin.get(path))
    return draft_order.cart.shipping_methods
      .map(({ price, data }) => [price, data])
      .sort(([one], [other]) => Number(one) - Number(other))
  }
  await console.visit(`/draft-orders/${id}`)
  await page.getByRole('button', { name: 'Change the shipping' }).click()
  const dialog = page.getByRole('dialog')
  const first = await dialog.getByRole('combobox', { name: 'Shipping option 1' }).inputValue()
  const n = first.startsWith('Freight') ? 1 : 2
  await dialog.getByLabel(`Shipping costs ${n}`).fill('30')
  await console.check()
  await confirm(console, 'Save')
  await expect.poll(shipping).toEqual([
    [500, { box: 'A1' }],
    [3000, {}],
  ])
  await page.getByRole('button', { name: 'Change the shipping' }).click()
  await dialog.getByRole('button', { name: `Remove the shipping option ${n}` }).click()
  await confirm(console, 'Save')
  await expect.poll(shipping).toEqual([[500, { box: 'A1' }]])
  await page.getByRole('button', { name: 'Change the shipping' }).click()
  await dialog.getByRole('button', { name: 'Add another shipping option' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Fill in this field').waitFor()
  await console.check()
  await dialog.getByRole('combobox', { name: 'Shipping option 2' }).click()
  await page.getByRole('option', { name: /^Post/ }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('An option above is for the same goods').waitFor()
  await console.check()
})
