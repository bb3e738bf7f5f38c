import { describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'
import { readCatalogueRows } from '#test/support/read-catalogue-rows.ts'

const { shop, productByHandle } = await useImportShop()

const importFile = async (text: string, choices: object = { currency: 'eur' }) =>
  runJob(shop, 'product-import', { fileKey: await storeFile(shop, text), fetch_pictures: false, ...choices })

async function importAll(text: string, choices?: object) {
  const job = await importFile(text, choices)
  expect([job.status, job.result.errors]).toEqual(['completed', undefined])
  return job
}

async function checkFile(text: string, choices: object = { currency: 'eur' }) {
  const job = await startJob(
    shop.admin,
    'product-import',
    { fileKey: await storeFile(shop, text), fetch_pictures: false, ...choices },
    true,
  )
  await shop.runJobs()
  return readJob(shop.admin, job)
}

const noticesOf = ({ result }: { result: { notices?: { message: string }[] } }) =>
  (result.notices ?? []).map(({ message }) => message)

const pricesOf = (variant: { prices: { amount: number }[] }) => variant.prices.map(({ amount }) => amount)

/** The prices of the variants in the price lists of a program. */
async function salePricesOf(program: string, variants: { id: string }[]) {
  const { price_lists } = (await shop.admin.get(`/admin/price-lists?q=${program}&expand=prices`)).body
  const prices = price_lists.flatMap((list) => list.prices ?? [])
  return variants.map(({ id }) => prices.filter(({ variant_id }) => variant_id === id).map(({ amount }) => amount))
}

const lines = (...rows: string[]) => `${rows.join('\n')}\n`

describe('a Shopify export', () => {
  const titles =
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Gift Card,Collection,Status'
  const shopifyFile = (handle: string) =>
    lines(
      titles,
      `${handle},Wool hat,"<p>Warm &amp; <b>soft</b></p><script>alert(1)</script>",Nord,Hats,"winter, wool",true,Size,S,${handle}-s,120.4,shopify,4,deny,20.00,25.00,'${handle}77,https://cdn.example.com/${handle}-2.png,2,false,Winter ${handle},active`,
      `${handle},,,,,,,,M,${handle}-s,120.4,shopify,-2,deny,25.00,,,,,,,`,
      `${handle},,,,,,,,,,,,,,,,,https://cdn.example.com/${handle}-1.png,1,,,`,
      `${handle}-mug,Mug,,,,,false,Title,Default Title,${handle}-mug,0,,,continue,8,,,,,,,draft`,
    )

  test('brings the descriptions of its images', async () => {
    const handle = uniqueName('scarf')
    const url = (name: string) => `https://cdn.example.com/${handle}-${name}.png`
    await importAll(
      lines(
        'Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Image Position,Image Alt Text,Status',
        `${handle},Scarf,Title,Default Title,20.00,${url('2')},2,,active`,
        `${handle},,,,,${url('1')},1,"A scarf, red",`,
      ),
    )
    const { images } = await productByHandle(handle)
    expect(images.map(({ url, alt }: { url: string; alt: string | null }) => [url, alt])).toEqual([
      [url('1'), 'A scarf, red'],
      [url('2'), null],
    ])
  })

  test('may write Compare-at, and a price that is too large names the largest one', async () => {
    const handle = uniqueName('compared')
    const file = (price: string) =>
      lines('Handle,Title,Variant Price,Variant Compare-at Price', `${handle},Cup,${price},20`)
    await importAll(file('15'))
    const { variants } = await productByHandle(handle)
    expect([pricesOf(variants[0]!), await salePricesOf('Shopify', variants)]).toEqual([[2000], [[1500]]])
    expect(errorMessagesOf(await importFile(file('89900000')))).toEqual([
      expect.stringMatching(/Price EUR must not be greater than 21474836\.47 \(line 2\)$/),
    ])
  })

  test('becomes products with options, stock, images in their order and a price list for the sale', async () => {
    const handle = uniqueName('hat')
    const job = await importAll(shopifyFile(handle))
    expect(job.result.operations).toMatchObject({ PRODUCT_CREATE: 2, VARIANT_CREATE: 3 })
    const hat = await productByHandle(handle)
    expect(hat).toMatchObject({
      title: 'Wool hat',
      description: 'Warm & **soft**',
      status: 'published',
      external_id: `shopify:${handle}`,
      type: { value: 'Hats' },
      collection: { title: `Winter ${handle}` },
    })
    expect(hat.images.map(({ url }) => url)).toEqual([
      `https://cdn.example.com/${handle}-1.png`,
      `https://cdn.example.com/${handle}-2.png`,
    ])
    expect(
      hat.variants.map(({ title, sku, weight, inventory_quantity }) => [title, sku, weight, inventory_quantity]),
    ).toEqual([
      ['S', `${handle}-s`, 120, 4],
      ['M', null, 120, 0],
    ])
    expect(hat.variants.map(pricesOf)).toEqual([[2500], [2500]])
    expect(await salePricesOf('Shopify', hat.variants)).toEqual([[2000], []])
    const mug = await productByHandle(`${handle}-mug`)
    expect(mug).toMatchObject({
      status: 'draft',
      options: [],
      variants: [{ title: 'Mug', manage_inventory: false }],
    })
  })

  test('is named by the check, with each column and row that the shop does not import', async () => {
    const job = await checkFile(shopifyFile(uniqueName('hat')))
    expect(job.result.source).toEqual({ program: 'Shopify', currency_code: 'eur', includes_tax: false })
    expect(noticesOf(job)).toEqual([
      'Shopify export: 2 products, 3 variants.',
      'Negative stock was imported as 0: 1 (rows 3).',
      'Imported without a SKU or barcode, because another row has the same: 1 (rows 3).',
      'Not imported, because the shop has no such columns: Vendor (1).',
      expect.stringMatching(/^New collections: Winter hat/),
      '1 price of the price list "Sale (Shopify)" will be added, changed or removed.',
    ])
  })

  test('changes nothing in a second import, also after a new handle in the shop', async () => {
    const handle = uniqueName('hat')
    await importAll(shopifyFile(handle))
    const { id } = await productByHandle(handle)
    await expectSuccess(shop.admin.post(`/admin/products/${id}`, { handle: `${handle}-renamed` }))
    const before = await readCatalogueRows(shop)
    const job = await importAll(shopifyFile(handle))
    expect(job.result.operations).toEqual({
      PRODUCT_CREATE: 0,
      PRODUCT_UPDATE: 0,
      VARIANT_CREATE: 0,
      VARIANT_UPDATE: 0,
    })
    expect(await readCatalogueRows(shop)).toEqual(before)
  })

  test('ends a sale that a later file does not have', async () => {
    const handle = uniqueName('hat')
    await importAll(shopifyFile(handle))
    await importAll(shopifyFile(handle).replace('20.00,25.00', '25.00,'))
    const { variants } = await productByHandle(handle)
    expect([variants.map(pricesOf), await salePricesOf('Shopify', variants)]).toEqual([
      [[2500], [2500]],
      [[], []],
    ])
  })

  test('is refused without a currency if the shop has several, and with another setting of taxes', async () => {
    expect(errorMessagesOf(await importFile(shopifyFile(uniqueName('hat')), {}))).toEqual([
      expect.stringMatching(/^This is a file of Shopify, and its prices name no currency\. Choose one of .*eur/),
    ])
    expect(
      errorMessagesOf(await importFile(shopifyFile(uniqueName('hat')), { currency: 'eur', tax_included: true })),
    ).toEqual(['Prices in EUR are stored without tax. Change this setting of the currency first.'])
    expect(errorMessagesOf(await importFile(shopifyFile(uniqueName('hat')), { currency: 'xxx' })).join()).toContain(
      'The shop has no currency xxx.',
    )
  })

  test('names the line of the file for a price that is not an amount', async () => {
    const job = await importFile(shopifyFile(uniqueName('hat')).replace(',8,', ',free,'))
    expect(errorMessagesOf(job)).toEqual([
      expect.stringMatching(/Price EUR must be an amount such as 12\.34 \(line 5\)$/),
    ])
  })

  test('in the format of 2025 has other titles', async () => {
    const handle = uniqueName('new')
    await importAll(
      lines(
        'Title,URL handle,Description,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Weight value (grams),Product image URL',
        `Scarf,${handle},Long,Active,${handle},Title,Default Title,15,,shopify,3,90,https://cdn.example.com/s.png`,
      ),
    )
    expect(await productByHandle(handle)).toMatchObject({
      title: 'Scarf',
      status: 'published',
      variants: [{ sku: handle, inventory_quantity: 3, weight: 90, prices: [{ amount: 1500 }] }],
    })
  })
})

describe('a WooCommerce export', () => {
  const titles =
    'ID,Type,SKU,Name,Published,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,In stock?,Stock,Backorders allowed?,Weight (lbs),Length (in),Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),External URL,Meta: note'
  const wooFile = (id: number) =>
    lines(
      titles,
      `${id}1,variation,,Tee Red,1,visible,,,,,1,,0,,,,"12,50",,,,id:${id},Color,Red,Size,,,`,
      `${id},variable,tee${id},Tee ${id},1,visible,Short,Long,,,1,,0,1,2,,,"Clothing${id} > Tees, Clothing${id} > Sale \\, last","summer, tee",https://old.example.com/a.jpg,,Color,"Red, Blue",Size,"S, M",,x`,
      `${id}2,variation,blue${id},Tee Blue,1,visible,,,2026-12-01,2026-12-24,1,5,notify,2,,9,12,,,,tee${id},Color,Blue,Size,M,,`,
      `${id}3,"simple, virtual",,Tee ${id},1,hidden,Only short,,,,0,,0,,,,5,Clothing${id},,,,,,,,,`,
      `${id}4,external,,Elsewhere,1,visible,,,,,1,,0,,,,5,,,,,,,,,https://other.example.com,`,
      `${id}5,grouped,,Set,1,visible,,,,,1,,0,,,,,,,,,,,,,,`,
      `${id}6,variation,,Lost,1,visible,,,,,1,,0,,,,5,,,,id:99999,Color,Red,Size,,,`,
    )

  test('of an extension may write Catalog visibility, and its state of the stock is no lost column', async () => {
    const name = uniqueName('Wine')
    const job = await importAll(
      lines(
        'Type,SKU,Name,Published,Catalog visibility,In stock?,Stock,Regular price',
        `simple,,${name},1,hidden,1,5,9`,
      ),
    )
    expect(noticesOf(job).join()).not.toContain('Not imported, because the shop has no such columns')
    expect(await productByHandle(name.toLowerCase())).toMatchObject({ status: 'draft' })
  })

  test('becomes products with all their variants, categories by path and a dated price list', async () => {
    const id = 41
    await importAll(wooFile(id))
    const tee = await productByHandle('tee-41')
    expect(tee).toMatchObject({
      external_id: 'woocommerce:41',
      subtitle: 'Short',
      description: 'Long',
      options: [{ title: 'Color' }, { title: 'Size' }],
    })
    const facts = tee.variants.map((variant) => [
      variant.title,
      variant.sku,
      variant.weight,
      variant.length,
      pricesOf(variant),
    ])
    expect(facts).toEqual([
      ['Red / S', null, 454, 51, [1250]],
      ['Red / M', null, 454, 51, [1250]],
      ['Blue / M', 'blue41', 907, 51, [1200]],
    ])
    expect(await salePricesOf('WooCommerce', tee.variants)).toEqual([[], [], [900]])
    expect(tee.variants[2]).toMatchObject({ inventory_quantity: 5, allow_backorder: true })
    const { price_lists } = (await shop.admin.get('/admin/price-lists?q=WooCommerce')).body
    expect(price_lists).toMatchObject([
      { status: 'active', starts_at: '2026-12-01T00:00:00.000Z', ends_at: '2026-12-24T23:59:59.000Z' },
    ])
    const { product_categories } = (await shop.admin.get('/admin/product-categories?limit=100')).body
    const names = product_categories.map(({ name, parent_category }) => `${parent_category?.name ?? ''}/${name}`)
    expect(names).toEqual(expect.arrayContaining(['/Clothing41', 'Clothing41/Tees', 'Clothing41/Sale , last']))
    expect(await productByHandle('tee-41-2')).toMatchObject({
      status: 'draft',
      description: 'Only short',
      variants: [{ manage_inventory: true, inventory_quantity: 0 }],
    })
  })

  test('names the variants that are too many', async () => {
    const sizes = Array.from({ length: 1001 }, (_, size) => size).join(', ')
    const file = lines(
      'ID,Type,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Visibility in catalog',
      `43,variable,Rope,1,,,Length,"${sizes}",visible`,
      '431,variation,Rope,1,5,id:43,Length,,visible',
    )
    expect(noticesOf(await checkFile(file))).toContain(
      'Only the first 1,000 variants were imported, because the options of the product have more values: 1 (rows 3).',
    )
  })

  test('lists the rows that the shop cannot have', async () => {
    expect(noticesOf(await checkFile(wooFile(42)))).toEqual([
      'WooCommerce export: 2 products, 4 variants.',
      'Not imported, because the product of the variant is not in the file: 1 (rows 8).',
      'Variants for any value of an option were imported once for each value: 2 (rows 2).',
      'Imported as a draft, because the product is not visible in the old shop: 1 (rows 5).',
      'Not imported, because another site sells the product: 1 (rows 6).',
      'Not imported, because the shop has no groups of products: 1 (rows 7).',
      'Not imported, because the shop has no such columns: External URL (1), Meta: note (1).',
      'New categories: Clothing42, Clothing42 > Tees, Clothing42 > Sale , last.',
      '1 price of the price list "Sale (WooCommerce)" will be added, changed or removed.',
    ])
  })

  test('changes nothing in a second import', async () => {
    await importAll(wooFile(43))
    const before = await readCatalogueRows(shop)
    const job = await importAll(wooFile(43))
    expect(job.result.operations).toEqual({
      PRODUCT_CREATE: 0,
      PRODUCT_UPDATE: 0,
      VARIANT_CREATE: 0,
      VARIANT_UPDATE: 0,
    })
    expect(await readCatalogueRows(shop)).toEqual(before)
  })

  test('never changes another product of the old shop that has the same name', async () => {
    const row = (id: number) => lines('ID,Type,Name,Published,Regular price', `${id},simple,Twin pot,1,${id}`)
    await importAll(row(501))
    await importAll(row(502))
    expect(await productByHandle('twin-pot')).toMatchObject({ external_id: 'woocommerce:501' })
    expect(await productByHandle('twin-pot-502')).toMatchObject({ external_id: 'woocommerce:502' })
  })

  describe('of another shop with the same ids', () => {
    const titles = 'ID,Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)'
    const product = (id: string, name: string, sku = '') => `${id},simple,${sku},${name},1,5,,,`
    const family = (id: string, name: string) => [
      `${id},variable,,${name},1,,,Size,"S, L"`,
      `${id}1,variation,,${name} S,1,5,id:${id},Size,S`,
      `${id}2,variation,,${name} L,1,6,id:${id},Size,L`,
    ]

    test('is refused as a whole, and imported with a prefix before its ids', async () => {
      await importAll(lines(titles, product('601', 'Iron pan'), ...family('602', 'Apron'), product('603', 'Ladle')))
      const before = await readCatalogueRows(shop)
      const rows = (prefix: string) => [
        product(`${prefix}601`, 'Tulip'),
        ...family(`${prefix}602`, 'Rose'),
        product(`${prefix}604`, 'Fern'),
      ]
      const job = await importFile(lines(titles, ...rows('')))
      expect(errorMessagesOf(job)).toEqual([
        expect.stringContaining(
          'The product with the id 601 is "Iron pan" in the shop and "Tulip" in the file, which seems to be of another shop. Then put a prefix before all ids, such as 2-601.',
        ),
        expect.stringContaining('The product with the id 602 is "Apron" in the shop and "Rose" in the file'),
      ])
      expect(await readCatalogueRows(shop)).toEqual(before)
      expect((await importAll(lines(titles, ...rows('2-')))).result.operations).toMatchObject({
        ...{ PRODUCT_CREATE: 3, PRODUCT_UPDATE: 0, VARIANT_CREATE: 4 },
      })
      expect(await productByHandle('rose')).toMatchObject({ external_id: 'woocommerce:2-602' })
    })

    test('differs from new titles by SKUs, handles and most titles', async () => {
      const names = ['Jug', 'Mug', 'Cup', 'Pot']
      const file = (...given: string[]) =>
        lines(titles, ...given.map((name, i) => product(`61${i}`, name, i === 0 ? 'jug-610' : '')))
      await importAll(file(...names))
      const { id } = await productByHandle('pot')
      await expectSuccess(shop.admin.post(`/admin/products/${id}`, { title: 'Tea pot' }))
      const job = await importAll(file('Big jug', 'Big mug', 'Cup', 'Pot'))
      expect(noticesOf(job)).toContain(
        '1 product gets another title, and no SKU shows that it is the same product: Mug → Big mug.',
      )
      expect(job.result.operations).toMatchObject({ PRODUCT_CREATE: 0, PRODUCT_UPDATE: 3 })
    })
  })
})

test('a Magento export joins the variants of a configurable product', async () => {
  const job = await importAll(
    lines(
      'sku,store_view_code,attribute_set_code,product_type,categories,name,description,weight,product_online,visibility,price,special_price,url_key,qty,manage_stock,allow_backorders,base_image,configurable_variations,configurable_variation_labels',
      'bag-r,,Default,simple,,Bag red,,1,1,Not Visible Individually,30.0000,,bag-r,3.0000,1,0,,,',
      'bag-g,,Default,simple,,Bag green,,1,1,Not Visible Individually,32.0000,28.5,bag-g,0.0000,1,0,,,',
      'bag,,Default,configurable,"Default Category/Bags,Default Category/Bags/Travel",Bag,<b>Big</b>,,1,"Catalog, Search",,,big-bag,,1,0,https://old.example.com/b.jpg,"sku=bag-r,color=Red|sku=bag-g,color=Green|sku=gone,color=Blue",color=Colour',
      'bag,german,,,,Tasche,,,,,,,,,,,,,',
      'set,,Default,bundle,,Set,,,1,"Catalog, Search",,,set,,,,,,',
    ),
  )
  const bag = await productByHandle('big-bag')
  expect(bag).toMatchObject({ title: 'Bag', description: '**Big**', options: [{ title: 'Colour' }] })
  expect(bag.variants.map((variant) => [variant.sku, variant.inventory_quantity, pricesOf(variant)])).toEqual([
    ['bag-r', 3, [3000]],
    ['bag-g', 0, [3200]],
  ])
  expect(await salePricesOf('Magento', bag.variants)).toEqual([[], [2850]])
  expect(noticesOf(job).join('\n')).toMatch(/bundles: 1 \(rows 6\)(.|\n)*|store view: 1 \(rows 5\)/)
})

test('a Magento product with the settings of its shop counts its stock and takes no backorders', async () => {
  const sku = uniqueName('bag')
  const titles =
    'sku,attribute_set_code,product_type,name,price,tax_class_name,url_key,qty,manage_stock,use_config_manage_stock,allow_backorders,use_config_backorders,product_online'
  await importAll(
    lines(
      titles,
      `${sku}-shop,Bag,simple,Bag,5,Taxable Goods,${sku}-shop,100,0,1,1,1,1`,
      `${sku}-own,Bag,simple,Bag,5,0,${sku}-own,100,0,0,1,0,1`,
    ),
  )
  const [shared, own] = [await productByHandle(`${sku}-shop`), await productByHandle(`${sku}-own`)]
  expect(shared.variants).toMatchObject([{ manage_inventory: true, inventory_quantity: 100, allow_backorder: false }])
  expect(own.variants).toMatchObject([{ manage_inventory: false, allow_backorder: true }])
})

test('a Medusa 2 export keeps its columns', async () => {
  const handle = uniqueName('medusa')
  await importAll(
    lines(
      'Product Id,Product Handle,Product Title,Product Status,Product Tag 1,Product Tag 2,Shipping Profile Id,Variant Id,Variant Title,Variant SKU,Variant Manage Inventory,Variant Price EUR,Variant Option 1 Name,Variant Option 1 Value,Product Image 1 Url',
      `prod_1,${handle},Pen,published,office,,sp_1,variant_1,Blue,${handle}-b,false,1.5,Ink,Blue,https://old.example.com/p.png`,
    ),
    {},
  )
  expect(await productByHandle(handle)).toMatchObject({
    external_id: 'medusa:prod_1',
    tags: [{ value: 'office' }],
    images: [{ url: 'https://old.example.com/p.png' }],
    variants: [{ title: 'Blue', prices: [{ amount: 150 }] }],
  })
})

test('a Medusa 2 file without handles derives them from the titles, and the check counts the variants without stock', async () => {
  const title = `Fine ${uniqueName('quill')}`
  const text = lines(
    'Product Id,Product Handle,Product Title,Variant Title,Variant SKU,Variant Manage Inventory,Variant Price EUR,Variant Option 1 Name,Variant Option 1 Value',
    `,,${title},Blue,${title}-b,true,1.5,Ink,Blue`,
    `,,${title},Red,${title}-r,true,1.5,Ink,Red`,
  )
  expect(noticesOf(await checkFile(text))).toContain(
    'Imported without stock, because the file has no quantity: 2 (rows 2, 3).',
  )
  await importAll(text, {})
  const quill = await productByHandle(title.toLowerCase().replace(' ', '-'))
  expect(quill.variants.map(({ title }) => title)).toEqual(['Blue', 'Red'])
})

test('a Vendure file continues a product in rows without a name', async () => {
  const handle = uniqueName('vendure')
  await importAll(
    lines(
      'name:en , slug , description:en, assets , facets:en , optionGroups , optionValues , sku , price , stockOnHand , trackInventory',
      `Laptop , ${handle} , Fast , a.jpg|https://old.example.com/l.jpg , category:Electronics|brand:Acme , Screen|RAM , 13|8 GB , ${handle}-a , 1299.00 , 10 , true`,
      ` , , , , , , 15|16 GB , ${handle}-b , 1399.00 , 4 , true`,
    ),
  )
  const laptop = await productByHandle(handle)
  expect(laptop).toMatchObject({
    tags: expect.arrayContaining([expect.objectContaining({ value: 'Electronics' })]),
    images: [{ url: 'https://old.example.com/l.jpg' }],
  })
  expect(laptop.variants.map(({ title, prices }) => [title, prices[0].amount])).toEqual([
    ['13 / 8 GB', 129900],
    ['15 / 16 GB', 139900],
  ])
})

test('a file with several new categories at the root is imported', async () => {
  const [one, two, three] = [uniqueName('root'), uniqueName('root'), uniqueName('root')]
  const name = uniqueName('rooted')
  await importAll(
    lines('Type,SKU,Name,Published,Regular price,Categories', `simple,${name},${name},1,5,"${one}, ${two}, ${three}"`),
  )
  const { product_categories } = (await shop.admin.get('/admin/product-categories?q=root-&limit=50')).body
  const ranks = [one, two, three].map((root) => product_categories.find((category) => category.name === root)?.rank)
  expect(ranks).toEqual([ranks[0], (ranks[0] ?? 0) + 1, (ranks[0] ?? 0) + 2])
})

test('a Google feed groups its rows and has the currency in each price', async () => {
  const id = uniqueName('g')
  await importAll(
    [
      'id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tsale_price\titem_group_id\tsize\tcolor\tproduct_type\tbrand',
      `${id}-1\tRain ${id}\tDry\thttps://old.example.com/r\thttps://old.example.com/r.jpg\tin_stock\t59.00 EUR\t\t${id}\tM\tblue\tCoats > Rain\tNord`,
      `${id}-2\tRain ${id}\tDry\thttps://old.example.com/r\thttps://old.example.com/r.jpg\tout of stock\t59.00 EUR\t49 EUR\t${id}\tL\tblue\tCoats > Rain\tNord`,
    ].join('\r\n'),
    {},
  )
  const coat = await productByHandle(`rain-${id}`)
  expect(coat).toMatchObject({ options: [{ title: 'Size' }], images: [{ url: 'https://old.example.com/r.jpg' }] })
  expect(coat.variants.map(({ title, sku, manage_inventory }) => [title, sku, manage_inventory])).toEqual([
    ['M', `${id}-1`, false],
    ['L', `${id}-2`, true],
  ])
  expect(coat.variants.map(pricesOf)).toEqual([[5900], [5900]])
  expect(await salePricesOf('Google', coat.variants)).toEqual([[], [4900]])
})

test('a Google feed can have the currency before the amount, and prices without one are counted', async () => {
  const id = uniqueName('priced')
  const text = [
    'id\ttitle\tlink\timage_link\tavailability\tprice',
    ...['EUR 1,299.00', '€ 12,50', '7.00 EUR', '9.99'].map(
      (price, i) =>
        `${id}-${i}\t${id} n${i}\thttps://old.example.com/${i}\thttps://old.example.com/r.jpg\tin_stock\t${price}`,
    ),
  ].join('\n')
  expect(noticesOf(await checkFile(text, {}))).toContain(
    'Imported without a price, because the file does not name its currency: 1 (rows 5).',
  )
  await importAll(text, {})
  const products = await Promise.all([0, 1, 2, 3].map((i) => productByHandle(`${id}-n-${i}`)))
  expect(products.map(({ variants }) => variants.flatMap(pricesOf))).toEqual([[129900], [1250], [700], []])
})

test('a Vendure file with aligned columns keeps texts in quotes together', async () => {
  const name = uniqueName('laptop')
  await importAll(
    lines(
      'name    , slug    , description                , optionGroups        , optionValues   , sku        , price  , stockOnHand',
      `${name} , ${name} , "Fast, light, and ""new""" , "screen size|RAM"   , "13 inch|8GB"  , ${name}-13 , 1299.00 , 100`,
      `        ,         ,                            ,                     , "15 inch|16GB" , ${name}-15 , 1399.00 , 50`,
    ),
  )
  const product = await productByHandle(name)
  expect(product).toMatchObject({ title: name, description: 'Fast, light, and "new"' })
  expect(product.variants.map(({ sku, title }) => [sku, title])).toEqual([
    [`${name}-13`, '13 inch / 8GB'],
    [`${name}-15`, '15 inch / 16GB'],
  ])
})

test.each([
  ['the month first, as in English', '11/20/26, 5:05 AM', '2/3/27', ['2027-02-03', '2027-02-05']],
  ['the day first if the file has a day after the 12th', '20/11/26, 05:05', '3/2/27', ['2027-02-03', '2027-02-05']],
])('the days of a Magento sale have %s', async (_, created, starts, [from, to]) => {
  const sku = uniqueName('vase')
  const ends = starts.startsWith('2') ? '2/5/27' : '5/2/27'
  await importAll(
    lines(
      'sku,attribute_set_code,product_type,name,price,special_price,special_price_from_date,special_price_to_date,created_at,product_online',
      `${sku},Default,simple,${sku},10.0000,8.0000,"${starts}","${ends}","${created}",1`,
    ),
  )
  const { price_lists } = (await shop.admin.get('/admin/price-lists?q=Magento')).body
  expect(
    price_lists.map(({ starts_at, ends_at }) => [starts_at, ends_at].map((time) => time?.slice(0, 10))),
  ).toContainEqual([from, expect.stringMatching(new RegExp(`^${to}|^2027-02-06`))])
})
