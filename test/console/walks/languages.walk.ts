import { expect } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { choose } from '../choose.ts'
import { openConsole, walk } from '../open-console.ts'
import { checkImport } from './check-import.ts'

walk('a merchant adds languages, translates a product and reads the report', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/settings/translations')
  await page.getByText('The shop has one language.').waitFor()
  await console.check()
  await page.getByRole('link', { name: 'Open the settings of the store' }).click()
  await choose(console, 'Default language', /^English \(en\)$/)
  await choose(console, 'Further languages', /^German \(de\)$/)
  await page.getByRole('option', { name: /^Austrian German/ }).click()
  await page.keyboard.press('Escape')
  await console.check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))
  expect(store.languages).toEqual(['en', 'de', 'de-AT'])

  const { products } = await expectSuccess(shop.admin.get('/admin/products?handle=stoneware-mug'))
  const [mug] = products
  await console.visit(`/products/${mug.id}`)
  await page.getByRole('button', { name: `Translations of ${mug.title}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title in German (de)', { exact: true }).fill('Steingutbecher')
  await console.check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const translated = async () => (await expectSuccess(shop.admin.get(`/admin/products/${mug.id}`))).product.translations
  expect(await translated()).toEqual({ de: { title: 'Steingutbecher' } })

  await console.visit('/settings/translations')
  await page
    .getByRole('button', { name: /texts? (is|are) missing/ })
    .first()
    .waitFor()
  await console.check()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await choose(console, 'Texts of the file', /^Collections$/)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('progressbar').or(page.getByText('Exporting')).first().waitFor()
  await shop.runJobs()
  await dialog.getByText(/rows? exported/).waitFor()
  await console.check()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const { collections } = await expectSuccess(shop.admin.get('/admin/collections?limit=1'))
  const [collection] = collections
  const file = `Entity;ID;Text;en;de\nproduct_collection;${collection.id};title;${collection.title};Sammlung\n`
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await dialog.getByText('Checking the file').waitFor()
  await checkImport(shop)
  const confirm = dialog.getByRole('button', { name: 'Import', exact: true })
  await confirm.waitFor()
  await console.check()
  await confirm.click()
  await dialog.getByText('Importing').waitFor()
  await shop.runJobs()
  await dialog.getByText('1 change imported.').waitFor()
  const imported = await expectSuccess(shop.admin.get(`/admin/collections/${collection.id}`))
  expect(imported.collection.translations).toEqual({ de: { title: 'Sammlung' } })
})

walk('the translations fit a phone in German', async () => {
  await using console = await openConsole({
    demo: true,
    browser: { locale: 'de-DE', viewport: { width: 390, height: 844 } },
  })
  const { page, shop } = console
  await expectSuccess(shop.admin.post('/admin/store', { languages: ['en', 'ar'] }))
  const { products } = await expectSuccess(shop.admin.get('/admin/products?handle=stoneware-mug'))
  await console.visit(`/products/${products[0].id}`)
  await page.getByRole('button', { name: /^Übersetzungen von/ }).click()
  const dialog = page.getByRole('dialog')
  const title = dialog.getByLabel('Titel auf Arabisch (ar)', { exact: true })
  await title.fill('كوب')
  expect(await title.getAttribute('style')).toContain('direction: rtl')
  await console.check()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await console.visit('/settings/translations')
  await page.getByRole('heading', { name: 'Übersetzungen', level: 1 }).waitFor()
  await console.check()
})
