import { expect } from 'vitest'
import { ADA, buy } from '../buy.ts'
import { confirm } from '../choose.ts'
import { walk } from '../open-console.ts'
import { openStory } from '../open-story.ts'
import { setUpShop } from '../set-up-shop.ts'

walk('a merchant moves from WooCommerce and ships the first order within 15 minutes', async () => {
  await using story = await openStory('first-day')
  const { console, page, picture } = story
  await setUpShop(story)
  await picture('ready-for-an-order')
  await page.getByRole('link', { name: 'Order in the store' }).waitFor()

  const store = await story.openStore()
  await picture('store', store)
  await buy(store, { products: { 'Linen T-shirt': ['Blue', 'M'], 'Straw hat': [] }, customer: ADA })
  await store.getByText('€93.80').waitFor()
  await store.getByText('Including €14.97 tax').waitFor()
  expect(await store.getByText('Straw hat').count()).toBe(1)
  await picture('thanks', store)

  await page.getByText('8 of 9').waitFor()
  await picture('first-order')
  await page.getByRole('region', { name: 'Latest orders' }).getByRole('link', { name: '#1' }).click()
  await page.getByRole('heading', { name: /^Order #1/ }).waitFor()
  const items = page.getByRole('region', { name: 'Items' })
  for (const amount of ['€39.90', '€49.00', '€88.90', '€4.90', '€14.97'])
    await items.getByText(amount, { exact: true }).first().waitFor()
  await picture('order')
  const confirmation = await story.readMail(ADA.email, 'Your order #1')
  for (const line of [
    'Linen T-shirt (Blue / M): €39.90',
    'Straw hat: €49.00',
    'Subtotal: €88.90',
    'Shipping: €4.90',
    'Total: €93.80',
    'Including tax: €14.97',
  ])
    expect(confirmation).toContain(line)

  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  await confirm(console, 'Capture')
  await page.getByRole('button', { name: 'Fulfill', exact: true }).click()
  await confirm(console, 'Fulfill')
  await page.getByRole('button', { name: /^Ship/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tracking numbers').fill('00340434161094042557')
  await page.keyboard.press('Enter')
  await dialog.getByRole('combobox', { name: 'Carrier' }).click()
  await page.getByRole('option', { name: /DHL/ }).first().click()
  await picture('ship')
  await confirm(console, 'Ship')
  await page.getByText('00340434161094042557').first().waitFor()
  await picture('shipped')
  expect(await story.readMail(ADA.email, 'Your order #1 is on its way')).toContain('00340434161094042557')

  await page.getByRole('link', { name: 'Home' }).click()
  const sales = page.getByRole('region', { name: 'Sales' })
  const parts = sales.getByRole('table', { name: 'From goods to payments' })
  for (const [part, amount] of [
    ['Taxes', '14.97'],
    ['Total of the orders', '93.80'],
    ['Payments', '93.80'],
  ])
    await parts.getByRole('row', { name: new RegExp(`^${part} €${amount}`) }).waitFor()
  await picture('sales')
  const effort = story.effort()
  expect(effort.minutes).toBeLessThan(15)
  await console.check()
})
