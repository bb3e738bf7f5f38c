import { describe, expect, test } from 'vitest'
import { Cart } from '#entities/cart/cart/cart.ts'
import { Address } from '#entities/people/customer/address.ts'
import { useCartShop } from '#test/support/cart-shop.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import type { Identified } from '#test/support/resources.ts'
import type { TestShop } from '#test/support/shop.ts'

const { shop, update, updateCart } = await useCartShop()

describe('the addresses of a cart', () => {
  test('updates merge the fields of an address and accept country codes in capitals', async () => {
    const cart = await shop.given.cart()
    const country_code = cart.shipping_address.country_code
    await updateCart(cart, { shipping_address: { first_name: 'Ada', city: 'Town' } })
    const { shipping_address, billing_address } = await updateCart(cart, {
      shipping_address: { city: 'Village', country_code: country_code.toUpperCase() },
      billing_address: { last_name: 'Byron', country_code: 'JP' },
    })
    expect(shipping_address).toMatchObject({ first_name: 'Ada', city: 'Village', country_code })
    expect(billing_address).toMatchObject({ last_name: 'Byron', country_code: 'jp' })
  })

  test('null removes an address', async () => {
    const cart = await updateCart(await shop.given.cart(), { billing_address: { city: 'Town' } })
    const bare = await updateCart(cart, { billing_address: null, shipping_address: null })
    expect(bare).toMatchObject({ billing_address: null, shipping_address: null, billing_address_id: null })
  })

  test('a shipping country must belong to the region, and a billing country must exist', async () => {
    const cart = await shop.given.cart()
    const outside = update(cart, { shipping_address: { country_code: 'jp' } })
    await expectError(outside, 400, 'invalid_data', 'Shipping country must be in the cart region')
    const nowhere = update(cart, { billing_address: { country_code: 'zz' } })
    await expectError(nowhere, 404, 'not_found', 'Country with country_code zz does not exist.')
  })

  test.each([
    [{ city: 5, postal_code: 10.5 }, ['city must be a string', 'postal_code must be a string']],
    [{ id: 'addr_1', city: 'Paris' }, ['property id should not exist']],
    [{ city: 5, id: 'addr_1' }, ['property id should not exist', 'city must be a string']],
    [5, ['shipping_address must be an object']],
  ])('an invalid address reports its errors: %j', async (address, reasons) => {
    const message = JSON.stringify({
      message: 'shipping_address must be one of: AddressPayload,String',
      details: {
        String: [`String validation failed: ${JSON.stringify(address)} is not a string`],
        AddressPayload: reasons,
      },
    })
    await expectError(update(await shop.given.cart(), { shipping_address: address }), 400, 'invalid_data', message)
  })

  test('a saved address is copied, and only its owner can use it', async () => {
    const ada = await shop.given.customer()
    const em = shop.orm.em.fork()
    const { id: saved } = em.create(Address, { customer_id: ada.id, address_1: 'Saved Street 1' })
    await em.flush()
    const ownCart = await shop.given.cart({ by: ada })
    const name = (caller: Pick<TestShop, 'post'>, { id }: Identified) =>
      caller.post(`/store/carts/${id}`, { billing_address: saved })
    const { billing_address } = (await name(ada, ownCart)).body.cart
    expect(billing_address).toMatchObject({ address_1: 'Saved Street 1' })
    expect(billing_address.id).not.toBe(saved)
    await expectError(name(shop, await shop.given.cart()), 404, 'not_found', `Address with id ${saved} was not found`)
  })

  test('a cart imported from Medusa v1 never changes the saved address that it references', async () => {
    const ada = await shop.given.customer()
    const [here, soldThere] = [await shop.given.region(), await shop.given.region()]
    const saved = { address_1: 'Saved Street 1', metadata: { door: 2 }, country_code: here.countries[0].iso_2 }
    const em = shop.orm.em.fork()
    const { id } = em.create(Address, { ...saved, customer_id: ada.id })
    await em.flush()
    for (const change of [{ shipping_address: { city: 'Elsewhere' } }, { region_id: soldThere.id }]) {
      const cart = await shop.given.cart({ region: here })
      await changeRows(shop, Cart, { id: cart.id }, { shipping_address_id: id })
      const { shipping_address } = await updateCart(cart, change)
      expect(shipping_address).toMatchObject({
        address_1: saved.address_1,
        metadata: saved.metadata,
        customer_id: null,
      })
      expect(shipping_address.id).not.toBe(id)
      const [kept] = (await ada.get('/store/customers/me')).body.customer.shipping_addresses
      expect(kept).toMatchObject({ ...saved, id, city: null })
    }
  })

  test('a cart imported from Medusa v1 with one address for both purposes gets two', async () => {
    const cart = await shop.given.cart()
    const address = { address_1: 'Main Street 1', country_code: cart.region.countries[0].iso_2 }
    const { shipping_address } = await updateCart(cart, { shipping_address: address })
    await changeRows(shop, Cart, { id: cart.id }, { billing_address_id: shipping_address.id })
    const both = { shipping_address: { city: 'Here' }, billing_address: { city: 'There' } }
    const changed = await updateCart(cart, both)
    expect(changed.shipping_address).toMatchObject({ ...address, city: 'Here' })
    expect(changed.billing_address).toMatchObject({ ...address, city: 'There' })
    expect(changed.billing_address.id).not.toBe(changed.shipping_address.id)
  })
})

describe('changing the region of a cart', () => {
  test('a new region changes prices and removes discounts, gift cards and shipping of the old one', async () => {
    const [here, soldThere] = [
      await shop.given.region(),
      await shop.given.region({ currency_code: 'usd', tax_rate: 10 }),
    ]
    const { code } = await shop.given.discount(here)
    const { code: card } = await shop.given.giftCard(here, 100)
    const prices = [
      { currency_code: 'eur', amount: 1000 },
      { currency_code: 'usd', amount: 1500 },
    ]
    const [both] = (
      await shop.given.product({
        variants: [{ title: 'V', inventory_quantity: 9, prices, options: [{ value: 'V' }] }],
      })
    ).variants
    const option = await shop.given.shippingOption(here)
    const cart = await shop.given.payableCart({
      region: here,
      option,
      lines: [
        [both, 1],
        [await shop.given.variant(), 1],
      ],
      discounts: [code],
      gift_cards: [card],
    })
    expect(cart).toMatchObject({ payment_sessions: [{}], shipping_methods: [{}], gift_cards: [{}], discounts: [{}] })

    const moved = await updateCart(cart, { region_id: soldThere.id })
    expect(moved.items.map((item) => [item.variant_id, item.unit_price])).toEqual([[both.id, 1500]])
    expect(moved).toMatchObject({ payment_sessions: [], shipping_methods: [], gift_cards: [], discounts: [] })
    expect(moved).toMatchObject({ region: { id: soldThere.id, currency_code: 'usd' }, subtotal: 1500, total: 1650 })
    expect(moved.shipping_address).toMatchObject({ first_name: 'Ada', country_code: soldThere.countries[0].iso_2 })
  })

  test('a country code must belong to the new region', async () => {
    const [here, soldThere] = [await shop.given.region(), await shop.given.region({ countries: 2 })]
    const cart = await shop.given.cart({ region: here })
    const move = (country_code: string) => update(cart, { region_id: soldThere.id, country_code })
    await expectError(move(here.countries[0].iso_2), 400, 'not_allowed', 'Country not available in region')
    const [, second] = soldThere.countries
    expect((await move(second.iso_2.toUpperCase())).body.cart.shipping_address.country_code).toBe(second.iso_2)
    await expectError(update(cart, { region_id: 'reg_none' }), 404, 'not_found', 'Region with reg_none was not found')
  })

  test('an unchanged region keeps the shipping methods', async () => {
    const region = await shop.given.region()
    const cart = await shop.given.payableCart({ region, option: await shop.given.shippingOption(region) })
    const same = await updateCart(cart, { region_id: region.id })
    expect(same).toMatchObject({ shipping_methods: [{}], items: [{ has_shipping: true }] })
  })
})

test('a new sales channel removes the lines that it does not sell', async () => {
  const { sales_channel } = (await shop.admin.post('/admin/sales-channels', { name: 'Fair' })).body
  const soldThere = await shop.given.variant({ sales_channels: [{ id: sales_channel.id }] })
  const cart = await shop.given.cart({ lines: [[await shop.given.variant(), 1]] })
  const moved = await updateCart(cart, { sales_channel_id: sales_channel.id })
  expect(moved).toMatchObject({ sales_channel_id: sales_channel.id, items: [], total: 0 })
  const addition = await shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: soldThere.id, quantity: 1 })
  expect(addition.body.cart.items).toHaveLength(1)
})
