import type { MikroORM } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { MoneyAmount } from '#entities/catalogue/product/money-amount.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { isCovered } from '#entities/catalogue/product/stock.ts'
import { Region } from '#entities/market/region/region.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { Store } from '#entities/market/store/store.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { seedBaseData } from '#server/database/base-data.ts'
import { demoProducts } from '#server/database/data/demo-products.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import { openClone } from '#test/support/cloned-orm.ts'

test('seeding the demo shop twice creates it once', async () => {
  await using shop = await openDemoShop()
  const before = await counts(shop.orm)
  await seedDemoShop(shop.orm)
  expect(await counts(shop.orm)).toEqual(before)
})

test('PostgreSQL knows the number of rows of a seeded table', async () => {
  await using shop = await openDemoShop()
  const [table] = await shop.orm.em.fork().execute(`select reltuples from pg_class where relname = 'product_variant'`)
  const variants = await shop.orm.em.fork().count(ProductVariant)
  expect(table).toEqual({ reltuples: variants })
})

test('a shop with regions gets no demo data', async () => {
  await using shop = await openClone()
  await seedBaseData(shop.orm)
  const em = shop.orm.em.fork()
  em.create(Region, { name: 'Atlantis', currency_code: 'usd', tax_rate: 0 })
  await em.flush()
  await seedDemoShop(shop.orm)
  expect(await counts(shop.orm)).toMatchObject({ regions: 1, products: 0 })
})

test('the demo regions differ in currency and tax rate', async () => {
  await using shop = await openDemoShop()
  const em = shop.orm.em.fork()
  const regions = await em.findAll(Region, {
    populate: ['countries', 'payment_providers', 'fulfillment_providers'],
    orderBy: { name: 'asc' },
  })
  const countriesOf = (region: Region) => region.countries.map(({ iso_2 }) => iso_2).join(' ')
  expect(regions).toMatchObject([
    { name: 'Europe', currency_code: 'eur', tax_rate: 20 },
    { name: 'North America', currency_code: 'usd', tax_rate: 8 },
  ])
  expect(regions.map(countriesOf)).toEqual(['at be de dk es fi fr ie it nl pl pt se', 'ca us'])
  for (const region of regions) {
    expect(region.payment_providers.map(({ id }) => id)).toEqual(['manual'])
    expect(region.fulfillment_providers.map(({ id }) => id)).toEqual(['manual'])
  }
  const [store] = await em.findAll(Store, { populate: ['currencies'] })
  expect(store!.currencies.map(({ code }) => code)).toEqual(['eur', 'usd'])
})

test('every demo product can be bought in both regions', async () => {
  await using shop = await openDemoShop()
  const products = await shop.orm.em.fork().findAll(Product, {
    populate: ['profile', 'sales_channels', 'options', 'variants.options', 'variants.prices'],
    orderBy: { created_at: 'desc' },
  })
  expect(products.map(({ title }) => title)).toEqual([
    ...demoProducts.map(({ title }) => title),
    'Cartwright Gift Card',
  ])
  for (const product of products) {
    expect(product.isPublished()).toBe(true)
    expect(product.handle).toMatch(/^[a-z-]+$/)
    expect(product.sales_channels.map(({ name }) => name)).toEqual(['Default Sales Channel'])
    expect(product.variants.length).toBeGreaterThan(0)
    expect(product.variants.getItems().some((variant) => isCovered(variant, 1))).toBe(true)
    for (const variant of product.variants) {
      expect(variant.title).toBe(variant.options.map(({ value }) => value).join(' / '))
      expect(variant.options.map(({ option_id }) => option_id)).toEqual(product.options.map(({ id }) => id))
      expect(variant.prices.map(({ currency_code }) => currency_code)).toEqual(['eur', 'usd'])
    }
  }
  expect(products.filter(({ is_giftcard }) => is_giftcard)).toMatchObject([
    { handle: 'cartwright-gift-card', discountable: false, profile: { type: 'gift_card' } },
  ])
})

test('a larger size costs and weighs more', async () => {
  await using shop = await openDemoShop()
  const board = await shop.orm.em
    .fork()
    .findOneOrFail(Product, { handle: 'olive-wood-board' }, { populate: ['variants.prices'] })
  expect(board.weight).toBe(700)
  expect(board.variants.map(({ sku, weight }) => ({ sku, weight }))).toEqual([
    { sku: 'OLIVE-WOOD-BOARD-SMALL', weight: null },
    { sku: 'OLIVE-WOOD-BOARD-LARGE', weight: 1350 },
  ])
  expect(board.variants.map(({ prices }) => prices.map(({ amount }) => amount))).toEqual([
    [3400, 3800],
    [5500, 6200],
  ])
})

test('each demo region has standard, express, free and return shipping', async () => {
  await using shop = await openDemoShop()
  const options = await shop.orm.em.fork().findAll(ShippingOption, {
    populate: ['region', 'profile', 'requirements'],
    orderBy: { region: { name: 'asc' }, id: 'asc' },
  })
  const summaries = options.map((option) => [
    option.region!.name,
    option.profile!.type,
    option.name,
    option.amount,
    option.is_return,
    option.requirements.map(({ type, amount }) => `${type} ${amount}`).join(),
  ])
  expect(summaries).toEqual([
    ['Europe', 'default', 'Standard', 490, false, ''],
    ['Europe', 'default', 'Express', 1290, false, ''],
    ['Europe', 'default', 'Free of charge', 0, false, 'min_subtotal 7500'],
    ['Europe', 'gift_card', 'By e-mail', 0, false, ''],
    ['Europe', 'default', 'Return by mail', 390, true, ''],
    ['North America', 'default', 'Standard', 690, false, ''],
    ['North America', 'default', 'Express', 1890, false, ''],
    ['North America', 'default', 'Free of charge', 0, false, 'min_subtotal 10000'],
    ['North America', 'gift_card', 'By e-mail', 0, false, ''],
    ['North America', 'default', 'Return by mail', 590, true, ''],
  ])
})

test('the demo shop has a discount of each type and a gift card', async () => {
  await using shop = await openDemoShop()
  const em = shop.orm.em.fork()
  const discounts = await em.findAll(Discount, { populate: ['rule', 'regions'], orderBy: { code: 'asc' } })
  const summaries = discounts.map(({ code, rule, regions }) => [
    code,
    rule!.type,
    rule!.value,
    regions.map(({ name }) => name),
  ])
  expect(summaries).toEqual([
    ['FIVEOFF', 'fixed', 500, ['Europe']],
    ['FREESHIP', 'free_shipping', 0, ['Europe', 'North America']],
    ['WELCOME10', 'percentage', 10, ['Europe', 'North America']],
  ])
  expect(await em.findAll(GiftCard, { populate: ['region'] })).toMatchObject([
    { code: 'DEMO-GIFT-CARD-0050', balance: 5000, is_disabled: false, region: { name: 'Europe' } },
  ])
})

async function openDemoShop(): Promise<{ orm: MikroORM } & AsyncDisposable> {
  const shop = await openClone()
  await seedBaseData(shop.orm)
  await seedDemoShop(shop.orm)
  return shop
}

async function counts(orm: MikroORM) {
  const em = orm.em.fork()
  return {
    regions: await em.count(Region),
    products: await em.count(Product),
    prices: await em.count(MoneyAmount),
    shippingOptions: await em.count(ShippingOption),
    discounts: await em.count(Discount),
    giftCards: await em.count(GiftCard),
  }
}
