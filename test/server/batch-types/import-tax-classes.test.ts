import { describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'

const { shop, productByHandle } = await useImportShop()
const germany = await shop.given.region({ name: 'Germany', tax_rate: 19 })
const france = await shop.given.region({ name: 'France', tax_rate: 20 })

const createRate = async (region_id: string, values: { name: string; code: string; rate: number }): Promise<string> =>
  (await expectSuccess(shop.admin.post('/admin/tax-rates', { region_id, ...values }))).tax_rate.id

const reducedGermany = await createRate(germany.id, { name: 'Ermäßigt', code: 'de-7', rate: 7 })
const freeGermany = await createRate(germany.id, { name: 'Steuerfrei', code: 'de-0', rate: 0 })
const booksFrance = await createRate(france.id, { name: 'Livres', code: 'fr-5', rate: 5.5 })

const importFile = async (text: string, choices: object = {}) =>
  runJob(shop, 'product-import', {
    ...{ fileKey: await storeFile(shop, text), fetch_pictures: false, currency: 'eur' },
    ...choices,
  })

async function importAll(text: string, choices: object = {}) {
  const job = await importFile(text, choices)
  expect([job.status, job.result.errors]).toEqual(['completed', undefined])
  return job
}

async function checkFile(text: string, choices: object = {}) {
  const context = { fileKey: await storeFile(shop, text), fetch_pictures: false, currency: 'eur', ...choices }
  const job = await startJob(shop.admin, 'product-import', context, true)
  await shop.runJobs()
  return readJob(shop.admin, job)
}

const noticesOf = ({ result }: { result: { notices?: { message: string }[] } }) =>
  (result.notices ?? []).map(({ message }) => message)

/** The codes of the rates that name the product. */
async function ratesOf(handle: string): Promise<string[]> {
  const { id } = await productByHandle(handle)
  const { tax_rates } = await expectSuccess(shop.admin.get('/admin/tax-rates?limit=100&expand[]=products'))
  return tax_rates
    .filter(({ products = [] }: { products?: { id: string }[] }) => products.some((product) => product.id === id))
    .map(({ code }: { code: string }) => code)
    .sort()
}

const wooFile = (name: string, taxClass: string, status = 'taxable') =>
  [
    'ID,Type,SKU,Name,Published,Tax status,Tax class,Regular price',
    `${name},simple,${name},${name},1,${status},${taxClass},10.00`,
    '',
  ].join('\n')

describe('the tax classes of a WooCommerce file', () => {
  test('get the rates of the shop with the same meaning, and the check offers them', async () => {
    const name = uniqueName('bread')
    const job = await checkFile(wooFile(name, 'reduced-rate'))
    expect(job.result.tax_classes).toEqual([{ name: 'reduced-rate', products: 1, rate_ids: [reducedGermany] }])
    expect(noticesOf(job)).toContainEqual('Tax class reduced-rate: 1 product gets Ermäßigt 7 % (Germany).')
    expect(noticesOf(job).join()).not.toMatch(/Tax class \(|Tax status/)
    await importAll(wooFile(name, 'reduced-rate'))
    expect(await ratesOf(name)).toEqual(['de-7'])
  })

  test('get the chosen rates of each region, by id or code', async () => {
    const name = uniqueName('book')
    const tax_classes = { 'reduced-rate': [reducedGermany, 'fr-5'] }
    const job = await checkFile(wooFile(name, 'reduced-rate'), { tax_classes })
    expect(job.result.tax_classes).toEqual([
      { name: 'reduced-rate', products: 1, rate_ids: [reducedGermany, booksFrance] },
    ])
    await importAll(wooFile(name, 'reduced-rate'), { tax_classes })
    expect(await ratesOf(name)).toEqual(['de-7', 'fr-5'])
  })

  test('without a rate are named, and the products have the rate of their region', async () => {
    const name = uniqueName('wine')
    expect(noticesOf(await checkFile(wooFile(name, 'luxury')))).toContainEqual(
      expect.stringMatching(/^Tax class luxury: 1 product gets the standard rate of each region/),
    )
    await importAll(wooFile(name, 'luxury'))
    expect(await ratesOf(name)).toEqual([])
  })

  test.each(['none', 'shipping'])('include goods with the tax status %s, which pay none', async (status) => {
    const name = uniqueName('stamp')
    await importAll(wooFile(name, 'reduced-rate', status))
    expect(await ratesOf(name)).toEqual(['de-0'])
  })

  test('change with a later file, keep the rates of other regions, and an undo brings them back', async () => {
    const name = uniqueName('cake')
    await importAll(wooFile(name, 'reduced-rate'))
    const { id } = await productByHandle(name)
    await expectSuccess(shop.admin.post(`/admin/tax-rates/${booksFrance}/products/batch`, { products: [id] }))
    expect(noticesOf(await checkFile(wooFile(name, 'zero-rate')))).toContainEqual('1 tax rate of products removed.')
    const { id: batch_job_id, result } = await importAll(wooFile(name, 'zero-rate'))
    expect(result.operations).toMatchObject({ PRODUCT_UPDATE: 1, VARIANT_UPDATE: 0 })
    expect(await ratesOf(name)).toEqual(['de-0', 'fr-5'])
    const again = await importAll(wooFile(name, 'zero-rate'))
    expect(again.result.operations).toMatchObject({ PRODUCT_UPDATE: 0, VARIANT_UPDATE: 0 })
    await runJob(shop, 'import-undo', { batch_job_id })
    expect(await ratesOf(name)).toEqual(['de-7', 'fr-5'])
  })

  test('refuse a rate that the shop does not have', async () => {
    const job = await importFile(wooFile(uniqueName('tea'), 'reduced-rate'), { tax_classes: { 'reduced-rate': ['x'] } })
    expect(errorMessagesOf(job)).toEqual([
      'The tax class reduced-rate needs tax rates of the shop. No tax rate has the id or code x.',
    ])
  })
})

test.each([
  ['Variant Taxable,Variant Tax Code', 'FALSE,', ['de-0']],
  ['Variant Taxable,Variant Tax Code', 'TRUE,', []],
  ['Variant Taxable,Variant Tax Code', 'TRUE,de-7', ['de-7']],
  ['Charge tax,Tax code', 'false,', ['de-0']],
])('the columns %s of Shopify with %s give the rates %j', async (titles, cells, rates) => {
  const name = uniqueName('cap')
  await importAll(`Handle,Title,Body (HTML),Variant Price,Status,${titles}\n${name},Cap,,10.00,active,${cells}\n`)
  expect(await ratesOf(name)).toEqual(rates)
})

test.each([
  ['Magento', 'sku,attribute_set_code,product_type,name,price,product_online,tax_class_name', 'Default,simple'],
  ['Vendure', 'sku,optionGroups,optionValues,name,price,slug,taxCategory', ','],
])('the tax class of %s gives the rate', async (_, titles, cells) => {
  const name = uniqueName('mug')
  const isVendure = titles.includes('slug')
  await importAll(`${titles}\n${name},${cells},${name},10.00,${isVendure ? name : '1'},Reduced\n`)
  expect(await ratesOf(name)).toEqual(['de-7'])
})

test('an order after the import has the taxes of the class', async () => {
  const name = uniqueName('loaf')
  await importAll(wooFile(name, 'reduced-rate'))
  const { variants } = await productByHandle(name)
  const { cart } = await expectSuccess(shop.post('/store/carts', { region_id: germany.id }))
  const priced = await expectSuccess(
    shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variants[0].id, quantity: 3 }),
  )
  expect([priced.cart.subtotal, priced.cart.tax_total, priced.cart.total]).toEqual([3000, 210, 3210])
  expect(freeGermany).toMatch(/^txr_/)
})
