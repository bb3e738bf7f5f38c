import { expectSuccess } from '#test/support/factories.ts'
import { openConsole, walk } from '../open-console.ts'

walk('the variants of a product show the old and the new prices before they are saved', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  const { products } = await expectSuccess(shop.admin.get('/admin/products?q=Stoneware Mug'))
  await console.visit(`/products/${products[0]?.id}`)
  const preview = page.getByRole('region', { name: 'This will change' })
  await page.getByRole('textbox', { name: 'Price of Oat in EUR' }).fill('11')
  await preview.getByText(/^Stoneware Mug, Oat \(EUR\): €.* → €11\.00$/).waitFor()
  await page.getByRole('textbox', { name: 'Stock of Oat' }).fill('3')
  await preview.getByText(/Stock: \d+ → 3$/).waitFor()
  await console.check()
  await page.getByRole('textbox', { name: 'Title of Oat' }).fill('')
  await preview.getByText(/→/).first().waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Title of Oat' }).fill('Oat')
  await preview.getByText(/€11\.00/).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await preview.waitFor({ state: 'detached' })
  await page.getByText('Saved', { exact: true }).waitFor()

  for (const add of await page.getByPlaceholder('Add a value').all()) {
    await add.fill('Moss')
    await page.keyboard.press('Enter')
  }
  await page.getByLabel('Price of Moss in EUR').fill('12')
  await page.getByText('The new variant Moss').waitFor()
  await page.getByText('Stoneware Mug, Moss (EUR): none → €12.00').waitFor()
  await console.check()
})

walk('a new product and a new price list show what the shop will store', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await console.visit('/products/new')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Sea Glass')
  await page.getByRole('textbox', { name: 'EUR' }).fill('7.50')
  await page.getByText('The new product Sea Glass').waitFor()
  await page.getByText('Sea Glass (EUR): none → €7.50').waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Sea Glass', level: 1 }).waitFor()

  await console.visit('/price-lists/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Winter sale')
  await page.getByRole('textbox', { name: 'Description' }).fill('For the cold days')
  await page.getByText('The new price list Winter sale, without prices yet').waitFor()
  await console.check()
})
