import { afterAll, beforeAll, expect, test } from 'vitest'
import { PricePeriod } from '#entities/catalogue/price-period/price-period.ts'
import { runHousekeeping } from '#server/jobs/housekeeping.ts'
import { daysAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Region, Variant } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop({ config: { sendsServerTiming: true, catalogue: { cacheBytes: 0, sharedSeconds: 0 } } })
  region = await shop.given.region({ tax_rate: 20 })
})
afterAll(() => shop[Symbol.asyncDispose]())

const onDemand = 'fields=*variants.lowest_price'

async function lowestPriceOf({ id, product_id }: Variant, by: Caller = shop) {
  const { product } = await expectSuccess(by.get(`/store/products/${product_id}?region_id=${region.id}&${onDemand}`))
  return product.variants?.find((variant) => variant.id === id)?.lowest_price
}

const setPrice = ({ id, product_id }: Variant, amount: number) =>
  expectSuccess(
    shop.admin.post(`/admin/products/${product_id}/variants/${id}`, { prices: [{ currency_code: 'eur', amount }] }),
  )

const createList = async (variant: Variant, amount: number, over: object = {}) =>
  (
    await expectSuccess(
      shop.admin.post('/admin/price-lists', {
        ...{ name: 'Sale', description: 'Sale', type: 'sale', status: 'active' },
        prices: [{ variant_id: variant.id, amount, currency_code: 'eur' }],
        ...over,
      }),
    )
  ).price_list

/** Moves the recorded times of a variant into the past. */
async function letDaysPass({ id: variant_id }: Variant, days: number): Promise<void> {
  const em = shop.orm.em.fork()
  const earlier = (time: Date) => new Date(time.getTime() - days * 24 * 60 * 60 * 1000)
  for (const { money_amount_id, visible_from, visible_to } of await em.find(PricePeriod, { variant_id }))
    await changeRows(
      shop,
      PricePeriod,
      { money_amount_id, visible_from },
      { visible_from: earlier(visible_from), visible_to: visible_to ? earlier(visible_to) : null },
    )
}

test('a variant shows its lowest price only on demand', async () => {
  const variant = await shop.given.variant()
  const path = `/store/products/${variant.product_id}?region_id=${region.id}` as const
  const { product } = await expectSuccess(shop.get(path))
  expect(product.variants?.[0]).not.toHaveProperty('lowest_price')
  expect(await lowestPriceOf(variant)).toEqual({
    ...{ amount: 1000, amount_incl_tax: 1200, prior_amount: null, prior_amount_incl_tax: null },
  })
  const statements = async (query = '') => {
    const answer = await fetch(`${shop.url}${path}${query}`)
    return Number(/desc="(\d+) statements?"/.exec(answer.headers.get('server-timing') ?? '')?.[1])
  }
  await statements()
  expect(await statements(`&${onDemand}`)).toBe((await statements()) + 1)
  const { variants } = await expectSuccess(
    shop.get(`/store/variants?ids=${variant.id}&region_id=${region.id}&expand=lowest_price`),
  )
  expect(variants[0]?.lowest_price).toMatchObject({ amount: 1000 })
})

test('a reduction shows the prior price for 60 days', async () => {
  const variant = await shop.given.variant()
  await letDaysPass(variant, 5)
  await setPrice(variant, 800)
  expect(await lowestPriceOf(variant)).toMatchObject({ amount: 800, prior_amount: 1000 })
  await letDaysPass(variant, 59)
  await runHousekeeping(shop.jobs, {}, { signal: new AbortController().signal })
  expect(await lowestPriceOf(variant)).toMatchObject({ amount: 800, prior_amount: 1000 })
  await letDaysPass(variant, 32)
  await runHousekeeping(shop.jobs, {}, { signal: new AbortController().signal })
  expect(await lowestPriceOf(variant)).toMatchObject({ amount: 800, prior_amount: null })
  expect(await shop.orm.em.fork().count(PricePeriod, { variant_id: variant.id })).toBe(1)
})

test('a price that is set again begins no new period', async () => {
  const variant = await shop.given.variant()
  await letDaysPass(variant, 5)
  await setPrice(variant, 1000)
  const [period] = await shop.orm.em.fork().find(PricePeriod, { variant_id: variant.id })
  expect(period?.visible_from.getTime()).toBeLessThan(daysAgo(4).getTime())
  expect(await shop.orm.em.fork().count(PricePeriod, { variant_id: variant.id })).toBe(1)
})

test('an active price list counts from its start, and a draft never', async () => {
  const variant = await shop.given.variant()
  await letDaysPass(variant, 100)
  await createList(variant, 500, { status: 'draft' })
  await createList(variant, 600, { starts_at: daysAgo(-60).toISOString() })
  expect(await lowestPriceOf(variant)).toMatchObject({ amount: 1000, prior_amount: null })
  const list = await createList(variant, 700)
  expect(await lowestPriceOf(variant)).toMatchObject({ amount: 700, prior_amount: 1000 })
  await letDaysPass(variant, 2)
  await expectSuccess(shop.admin.post(`/admin/price-lists/${list.id}`, { status: 'draft' }))
  expect(await lowestPriceOf(variant)).toMatchObject({ amount: 700, prior_amount: null })
})

test('a deleted price list or price counts until its deletion', async () => {
  const variant = await shop.given.variant()
  const list = await createList(variant, 700)
  await letDaysPass(variant, 2)
  await expectSuccess(shop.admin.delete(`/admin/price-lists/${list.id}`))
  expect(await lowestPriceOf(variant)).toMatchObject({ amount: 700 })
  await letDaysPass(variant, 31)
  expect(await lowestPriceOf(variant)).toMatchObject({ amount: 1000 })
})

test('a price list of a customer group counts only for its customers', async () => {
  const variant = await shop.given.variant()
  const friend = await shop.given.customer()
  const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Friends' }))
  await expectSuccess(
    shop.admin.post(`/admin/customer-groups/${customer_group.id}/customers/batch`, {
      customer_ids: [{ id: friend.id }],
    }),
  )
  const list = await createList(variant, 700, { customer_groups: [{ id: customer_group.id }] })
  await letDaysPass(variant, 2)
  expect(await lowestPriceOf(variant)).toMatchObject({ amount: 1000 })
  expect(await lowestPriceOf(variant, friend)).toMatchObject({ amount: 700 })
  await expectSuccess(shop.admin.post(`/admin/price-lists/${list.id}`, { customer_groups: [] }))
  expect(await lowestPriceOf(variant)).toMatchObject({ amount: 700 })
})
