import type { EntityManager } from '@mikro-orm/postgresql'
import { describe, expect, test } from 'vitest'
import { Cart } from '#entities/cart/cart/cart.ts'
import { useCartShop } from '#test/support/cart-shop.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Variant } from '#test/support/resources.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'

const { shop, update, updateCart } = await useCartShop()

describe('the customer of a cart', () => {
  test('carts with the same email share one guest customer', async () => {
    const [one, two] = [await shop.given.cart(), await shop.given.cart()]
    const first = await updateCart(one, { email: 'Grace@Example.COM' })
    expect(first.email).toBe('grace@example.com')
    expect((await updateCart(two, { email: 'grace@example.com' })).customer_id).toBe(first.customer_id)
  })

  test('a cart with the email of an account gets a guest customer', async () => {
    const customer = await shop.given.customer()
    const { customer_id, email } = await updateCart(await shop.given.cart(), { email: customer.email })
    expect(email).toBe(customer.email)
    expect(customer_id).toMatch(/^cus_/)
    expect(customer_id).not.toBe(customer.id)
  })

  test('a cart accepts only valid emails', async () => {
    const cart = await shop.given.cart()
    for (const email of ['jörg@x.co', 'a&b@x.co', 'a@xn--e1afmkfd.xn--p1ai'])
      expect(await updateCart(cart, { email })).toMatchObject({ email })
    await expectError(update(cart, { email: 'nobody' }), 400, 'invalid_data', 'email must be an email')
    await expectError(update(cart, { email: null }), 400, 'invalid_data', 'The email is not valid')
  })

  test('a cart belongs to its creator or to the first customer who opens it', async () => {
    const [ada, bob] = [await shop.given.customer(), await shop.given.customer()]
    const made = await shop.given.cart({ by: ada })
    expect(made).toMatchObject({ customer_id: ada.id, email: ada.email })
    const guestCart = await updateCart(await shop.given.cart(), { email: 'guest@example.com' })
    expect((await bob.get(`/store/carts/${guestCart.id}`)).body.cart).toMatchObject({
      customer_id: bob.id,
      email: bob.email,
    })
    expect((await ada.get(`/store/carts/${guestCart.id}`)).body.cart.customer_id).toBe(bob.id)
  })

  test.each([
    ['another customer opens it too', {}],
    ['a completion sets `completed_at`', { completed_at: new Date() }],
  ])('a cart does not change its customer while %s', async (_, columns) => {
    const [ada, bob] = [await shop.given.customer(), await shop.given.customer()]
    const { id } = await shop.given.cart()
    const competingUpdate = (em: EntityManager) => em.nativeUpdate(Cart, { id }, { ...columns, customer_id: ada.id })
    await sendWhileLocked(shop, competingUpdate, () => bob.get(`/store/carts/${id}`))
    expect((await shop.get(`/store/carts/${id}`)).body.cart.customer_id).toBe(ada.id)
  })

  test('a cart keeps its customer if another customer changes it', async () => {
    const [ada, bob] = [await shop.given.customer(), await shop.given.customer()]
    const { id } = await shop.given.cart({ by: ada })
    const { cart } = (await bob.post(`/store/carts/${id}`, { email: 'bob@example.com' })).body
    expect(cart).toMatchObject({ customer_id: ada.id, email: ada.email })
  })

  test('a caller can set only their own customer id', async () => {
    const { id: customer_id } = await shop.given.customer()
    const message = 'customer_id must be the id of the logged-in customer'
    await expectError(update(await shop.given.cart(), { customer_id }), 400, 'not_allowed', message)
  })
})

describe('the prices of a cart', () => {
  const setPrice = async ({ id, product_id }: Variant, amount: number) =>
    expectSuccess(
      shop.admin.post(`/admin/products/${product_id}/variants/${id}`, { prices: [{ amount, currency_code: 'eur' }] }),
    )

  test("a change of the email keeps the prices and lines of a guest's cart", async () => {
    const [dearer, unpublished] = [await shop.given.variant(), await shop.given.variant()]
    const cart = await shop.given.cart({ lines: [dearer, unpublished].map((variant) => [variant, 1] as const) })
    await setPrice(dearer, 3000)
    await expectSuccess(shop.admin.post(`/admin/products/${unpublished.product_id}`, { status: 'draft' }))
    for (const email of ['one@example.com', 'another@example.com']) {
      const { items } = await updateCart(cart, { email })
      expect(items.map((item) => item.unit_price)).toEqual([1000, 1000])
    }
  })

  test("a change to a guest keeps the prices of a customer's cart", async () => {
    const variant = await shop.given.variant()
    const cart = await shop.given.cart({ by: await shop.given.customer(), lines: [[variant, 1]] })
    await setPrice(variant, 3000)
    const { items, customer_id } = await updateCart(cart, { email: 'guest@example.com' })
    expect(items[0].unit_price).toBe(1000)
    expect(customer_id).not.toBe(cart.customer_id)
  })

  test('a change by the customer of a cart updates its prices', async () => {
    const ada = await shop.given.customer()
    const variant = await shop.given.variant()
    const { id } = await shop.given.cart({ by: ada, lines: [[variant, 1]] })
    // An authenticated request sets the customer.
    for (const [amount, body] of [
      [3000, { customer_id: ada.id }],
      [4000, { context: {} }],
    ] as const) {
      await setPrice(variant, amount)
      const { cart } = await expectSuccess(ada.post(`/store/carts/${id}`, body))
      expect(cart.items[0].unit_price).toBe(amount)
      expect((await expectSuccess(ada.get(`/store/carts/${id}`))).cart).toEqual(cart)
    }
  })

  test('a change by another customer keeps the prices', async () => {
    const variant = await shop.given.variant()
    const { id } = await shop.given.cart({ by: await shop.given.customer(), lines: [[variant, 1]] })
    await setPrice(variant, 3000)
    const { cart } = await expectSuccess((await shop.given.customer()).post(`/store/carts/${id}`, { context: {} }))
    expect(cart.items[0].unit_price).toBe(1000)
  })
})
