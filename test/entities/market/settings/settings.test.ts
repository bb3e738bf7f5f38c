import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { Country } from '#entities/market/region/country.ts'
import { Region as RegionEntity } from '#entities/market/region/region.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { settingsById } from '#entities/market/settings/settings.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { changeRows } from '#test/support/change-rows.ts'
import type { Cart, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* The cached settings equal the rows in PostgreSQL at the time a cart is locked. */

let shop: TestShop
let em: EntityManager
let region: Region
let cart: Cart
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  cart = await shop.given.cart({ region, lines: [[await shop.given.variant(), 1]] })
  await shop.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id })
})
beforeEach(() => {
  em = shop.orm.em.fork()
})
afterAll(() => shop[Symbol.asyncDispose]())

const taxRate = async (on = em) => (await readCart(on, cart.id)).region.tax_rate
const setTaxRate = (rate: number, on = em) => on.nativeUpdate(RegionEntity, { id: region.id }, { tax_rate: rate })

const version = async () =>
  (await em.execute<{ version: string }[]>('select version from settings_version'))[0]!.version

const tablesWith = async (trigger: string) => {
  const rows = await em.execute<{ name: string }[]>(
    'select tgrelid::regclass::text as name from pg_trigger where tgname = ?',
    [trigger],
  )
  return new Set(rows.map(({ name }) => name))
}

test('every table of the settings renews their version', async () => {
  const { sql, parameters } = settingsById.with([])
  const [explained] = await em.execute<object[]>(
    `explain (format json) ${sql.replaceAll('$1', `'{}'`)}`,
    [...parameters].slice(1),
  )
  const readSettings = new Set(JSON.stringify(explained).match(/(?<="Relation Name":")\w+/g))
  readSettings.delete('settings_version')
  // Only the activation of inventory changes the mode of the store, and it renews the version itself.
  readSettings.delete('store')
  expect(readSettings.size).toBeGreaterThan(8)
  expect(await tablesWith('settings_version')).toEqual(readSettings)
})

test('every kind of write renews the version', async () => {
  for (const table of await tablesWith('settings_version')) {
    const before = await version()
    await em.execute(`delete from ${table} where false`)
    expect.soft(await version(), table).not.toBe(before)
  }
})

describe('changes of settings', () => {
  const shown = async () => (await shop.get(`/store/carts/${cart.id}`)).body.cart

  const changes: [kind: string, change: (name: string) => Promise<unknown>, of: (cart: Cart) => string][] = [
    ['a region', (name) => changeRows(shop, RegionEntity, {}, { name }), ({ region }) => region.name],
    [
      'the countries of a region',
      (display_name) => changeRows(shop, Country, {}, { display_name }),
      ({ region }) => region.countries[0].display_name,
    ],
    [
      'a sales channel',
      (name) => changeRows(shop, SalesChannel, {}, { name }),
      ({ sales_channel }) => sales_channel.name,
    ],
    [
      'a shipping option',
      (name) => changeRows(shop, ShippingOption, {}, { name }),
      (cart) => cart.shipping_methods[0].shipping_option.name,
    ],
    [
      'a shipping profile',
      (name) => changeRows(shop, ShippingProfile, {}, { name }),
      (cart) => cart.items[0].variant.product.profile.name,
    ],
  ]
  test.each(changes)('a change of %s is visible in the next read', async (_, change, of) => {
    expect(of(await shown())).not.toBe('Renamed')
    await change('Renamed')
    expect(of(await shown())).toBe('Renamed')
  })

  test('a change of a tax rate and its links is visible in the next price', async () => {
    const { tax_rate } = (
      await shop.admin.post('/admin/tax-rates', { region_id: region.id, name: 'Half', code: 'half', rate: 50 })
    ).body
    const taxOf = async () => (await shown()).tax_total
    const before = await taxOf()
    await shop.admin.post(`/admin/tax-rates/${tax_rate.id}/shipping-options/batch`, {
      shipping_options: (await shown()).shipping_methods.map((method) => method.shipping_option_id),
    })
    const linked = await taxOf()
    expect(linked).toBeGreaterThan(before)
    await shop.admin.post(`/admin/tax-rates/${tax_rate.id}`, { rate: 60 })
    expect(await taxOf()).toBeGreaterThan(linked)
    await shop.admin.delete(`/admin/tax-rates/${tax_rate.id}`)
    expect(await taxOf()).toBe(before)
  })
})

test('a transaction sees its own changes, and others see them after the commit', async () => {
  await setTaxRate(10)
  await em.transactional(async (inner) => {
    await setTaxRate(20, inner)
    expect(await taxRate(inner)).toBe(20)
    expect(await taxRate(em.fork())).toBe(10)
    await setTaxRate(30, inner)
    expect(await taxRate(inner)).toBe(30)
  })
  expect(await taxRate()).toBe(30)
})

test('a rolled back change is never visible', async () => {
  await setTaxRate(10)
  const rolledBack = em.transactional(async (inner) => {
    await setTaxRate(20, inner)
    expect(await taxRate(inner)).toBe(20)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(await taxRate()).toBe(10)
})

test('the cached settings are immutable', async () => {
  const { region } = await readCart(em, cart.id)
  expect(() => Object.assign(region, { tax_rate: 1 })).toThrow(TypeError)
  expect(() => Object.assign(region.countries[0] as object, { name: 'x' })).toThrow(TypeError)
})

test('the activation of inventory renews the version', async () => {
  const before = await version()
  await enableInventory(shop.orm)
  expect(await version()).not.toBe(before)
})
