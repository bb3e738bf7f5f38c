import { expect } from 'vitest'
import { openConsole, walk } from '../open-console.ts'
import { checkImport } from './check-import.ts'
import { dropFiles } from './drop-files.ts'

walk('refusals of the shop have German words', async () => {
  await using console = await openConsole({ browser: { locale: 'de-DE' } })
  const { page, shop } = console
  const dialog = page.getByRole('dialog')
  await shop.admin.post('/admin/customer-groups', { name: 'Stammkunden' })
  console.expectFault('422')
  await console.visit('/customers/groups')
  await page.getByRole('button', { name: 'Neue Gruppe' }).click()
  await dialog.getByLabel('Name').fill('Stammkunden')
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await dialog.getByText('Diesen Wert gibt es schon.').waitFor()
  expect(await dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await console.check()

  const region = await shop.given.region()
  const order = await shop.given.order({ region, option: await shop.given.shippingOption(region) })
  await shop.admin.post(`/admin/orders/${order.id}/capture`)
  console.expectFault('400')
  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Erstatten', exact: true }).click()
  await dialog.getByLabel('Betrag').fill('99999')
  await dialog.getByText(/^Höchstens .+ können erstattet werden\.$/).waitFor()
  await console.check()
})

walk('the lines of a file that cannot be imported have German words', async () => {
  await using console = await openConsole({ demo: true, browser: { locale: 'de-DE' } })
  const { page, shop } = console
  await console.visit('/products/transfer')
  const content =
    'Product Handle,Product Title,Variant Title,Variant Inventory Quantity\nvase,Vase,Blue,many\nbowl,,Red,1\n'
  const drop = page.getByLabel(/^Ziehen Sie eine CSV- oder Excel-Datei hierher/)
  await dropFiles(drop, [{ name: 'products.csv', type: 'text/csv', content }])
  await page.getByText('Die Datei wird geprüft').waitFor()
  await checkImport(shop)
  await page
    .getByRole('row', { name: '2 vase Variant Inventory Quantity: Der Wert muss eine ganze Zahl sein (Stück).' })
    .waitFor()
  await page.getByRole('row', { name: '3 bowl Product Title: Dieser Wert fehlt.' }).waitFor()
  await console.check()
})
