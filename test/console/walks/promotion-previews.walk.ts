import { expect } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openConsole, walk } from '../open-console.ts'

type Shop = Awaited<ReturnType<typeof openConsole>>['shop']

/** An open cart in Europe with two mugs. */
async function openCart(shop: Shop, changes: object) {
  const { regions } = (await shop.admin.get('/admin/regions')).body
  const europe = regions.find(({ name }) => name === 'Europe')
  const { variants } = (await shop.admin.get('/admin/variants?q=STONEWARE-MUG-OAT')).body
  const items = [{ variant_id: variants[0]?.id, quantity: 2 }]
  const { cart } = await expectSuccess(shop.post('/store/carts', { region_id: europe?.id, items }))
  await expectSuccess(shop.post(`/store/carts/${cart.id}`, changes))
  return europe
}

walk('a discount shows its products and the totals of open carts before each change', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await openCart(shop, { discounts: [{ code: 'WELCOME10' }] })
  await console.visit('/promotions')
  await page.getByRole('link', { name: 'WELCOME10' }).click()
  await page.getByRole('heading', { name: 'WELCOME10', level: 1 }).waitFor()
  const preview = page.getByRole('region', { name: 'This will change' })
  await page.getByRole('textbox', { name: 'Value' }).fill('50')
  await preview.getByText('Value of the discount: 10% → 50%').waitFor()
  await preview.getByText(/^Total of 1 open cart: €.* → €/).waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Discard' }).click()
  await preview.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Add condition' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Products' }).fill('honey')
  await page.getByRole('option', { name: 'Wildflower Honey' }).click()
  await dialog.getByText(/^Products of WELCOME10: \d+ → 1$/).waitFor()
  await dialog.getByText(/^Total of 1 open cart/).waitFor()
  await page.keyboard.press('Tab')
  await console.check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Delete condition: Products' }).click()
  await dialog.getByText(/^Products of WELCOME10: 1 → \d+$/).waitFor()
  await console.check()
  await dialog.getByRole('button', { name: 'Delete condition' }).click()
  await page.getByText('Without conditions the discount applies').waitFor()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByText('The discount is deleted').waitFor()
  await dialog.getByText(/^WELCOME10 no longer applies to \d+ products$/).waitFor()
  await console.check()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Discounts' }).click()
  await page.getByRole('checkbox', { name: 'Select WELCOME10' }).click()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await dialog.getByText(/1 open cart cannot be ordered until the buyer removes the code/).waitFor()
  await console.check()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('row', { name: /WELCOME10.*Disabled/ }).waitFor()
})

walk('a new discount and a gift card show their changes before the user saves them', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/promotions/new')
  await page.getByRole('textbox', { name: 'Code' }).fill('SPRING')
  await page.getByText(/^SPRING applies to \d+ products$/).waitFor()
  await console.check()

  await console.visit('/promotions/gift-cards/new')
  await page.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: 'Europe' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('40')
  await page.getByText('A gift card of €40.00').waitFor()
  await page.getByRole('button', { name: 'Issue gift card' }).click()
  await page.getByRole('textbox', { name: 'Balance' }).waitFor()
  const code = await page.getByRole('heading', { level: 1 }).innerText()
  await openCart(shop, { gift_cards: [{ code }] })
  await page.getByRole('textbox', { name: 'Balance' }).fill('10')
  await page.getByText('Balance of the gift card: €40.00 → €10.00').waitFor()
  await page.getByText(/^Total of 1 open cart: €.* → €/).waitFor()
  await page.getByLabel('Buyers can use it').click()
  await page.getByText('Buyers can no longer use it').waitFor()
  await console.check()
})

walk('a price list shows the old and the new prices before each change', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  const body = { name: 'Fair', description: 'For the fair', type: 'sale', status: 'active', prices: [] }
  const { price_list } = await expectSuccess(shop.admin.post('/admin/price-lists', body))
  await console.visit(`/price-lists/${price_list.id}`)
  await page.getByRole('button', { name: 'Add products' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('mug')
  await page.getByRole('option', { name: 'Stoneware Mug' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Add' }).click()
  const cell = page.getByRole('textbox', { name: 'Stoneware Mug, Oat, EUR' })
  await cell.fill('11')
  await page.getByText(/^Stoneware Mug, Oat \(EUR\): €.* → €11\.00$/).waitFor()
  await page.getByText('Price of Stoneware Mug, Oat in the list: none → €11.00').waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Save prices' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await cell.fill('12')
  await page.getByText('Price of Stoneware Mug, Oat in the list: €11.00 → €12.00').waitFor()
  await cell.fill('')
  await page.getByText('Price of Stoneware Mug, Oat in the list: €11.00 → none').waitFor()
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Draft' }).click()
  await page.getByText('The price list is a draft').waitFor()
  await page.getByText(/^Stoneware Mug, Oat \(EUR\): €11\.00 → €/).waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()

  await page.getByRole('link', { name: 'Price lists' }).first().click()
  await page.getByRole('checkbox', { name: 'Select Fair' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText(/Stoneware Mug, Oat \(EUR\): €11\.00 → €.*The price list is deleted/).waitFor()
  await console.check()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('row', { name: /Fair/ }).waitFor({ state: 'detached' })
  expect((await shop.admin.get('/admin/price-lists')).body.price_lists.map(({ name }) => name)).not.toContain('Fair')
})

walk('the preview of a fulfillment by hand names no request to a provider', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  const region = await shop.given.region()
  const { id } = await shop.given.order({ region, option: await shop.given.shippingOption(region) })
  await console.visit(`/orders/${id}`)
  await page
    .getByRole('button', { name: /^Fulfill/ })
    .first()
    .click()
  await page.getByText('A new fulfillment', { exact: true }).waitFor()
  expect(await page.getByText(/^The provider /).count()).toBe(0)
  await console.check()
})
