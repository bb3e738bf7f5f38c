import { describe, expect, test } from 'vitest'
import { readCartFingerprint } from '#entities/cart/cart/cart-fingerprint.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { cartPath, useCardShop } from '#test/support/card-shop.ts'
import { endPaymentLeases } from '#test/support/remote-bank.ts'
import { untyped } from '#test/support/untyped.ts'

/* A job charges a payment method that a customer has saved at a provider over the network. */

const cardShop = await useCardShop()
const { shop, region, bank, impatientBank, statusesOf, chargesOf } = cardShop
const as = shop.jobs.operations()

type Bank = typeof bank
const fingerprint = ({ id }: { id: string }) => readCartFingerprint(shop.orm.em.fork(), id)

/** A cart of a customer who has saved this card as the method `one`. */
async function savedCard(card: object, { by = bank, quantity = 2 }: { by?: Bank; quantity?: number } = {}) {
  const customer = await shop.given.customer()
  by.savedCards.set(customer.id, [{ id: `one of ${customer.id}`, ...card }])
  const variant = await shop.given.variant({ stock: 9 })
  const lines: [typeof variant, number][] = [[variant, quantity]]
  const cart = await shop.given.payableCart({ region, by: customer, email: customer.email, lines })
  await customer.post(`${cartPath(cart)}/payment-session`, { provider_id: by.id })
  const savedMethod = { id: `one of ${customer.id}`, fingerprint: await fingerprint(cart) }
  const charge = () => as({ customer_id: customer.id }, { savedMethod }).store.carts.complete({ id: cart.id })
  return { customer, cart, variant, savedMethod, charge }
}

test('a saved card pays an order without the customer', async () => {
  const { cart, charge } = await savedCard({ card: 'good' })
  expect(await charge()).toMatchObject({ type: 'order', data: { total: 2400, payment_status: 'awaiting' } })
  expect(await charge()).toMatchObject({ type: 'order' })
  expect(chargesOf(cart)).toMatchObject([{ amount: 2400, status: 'authorized' }])
})

test.each([
  'declined',
  'stolen',
])('a %s saved card leaves the cart open, and its reason is a declined payment', async (card) => {
  const { cart, variant, charge } = await savedCard({ card })
  await expect(charge()).rejects.toMatchObject({ kind: 'invalid_data', reason: { name: 'payment_declined' } })
  expect((await cardShop.readCart(cart)).completed_at).toBeNull()
  expect(await cardShop.stockOf(variant)).toBe(9)
})

test('the customer completes the cart for which the bank asked, and the card is charged once', async () => {
  const { customer, cart, charge } = await savedCard({ card: 'confirm' })
  for (let i = 0; i < 2; i++)
    expect(await charge()).toMatchObject({ type: 'cart', payment_status: 'requires_more', data: { id: cart.id } })
  await customer.post(`${cartPath(cart)}/payment-sessions/${bank.id}`, { data: { card: 'confirm', confirmed: true } })
  expect((await cardShop.completeCart(cart)).body.type).toBe('order')
  expect(chargesOf(cart)).toMatchObject([{ amount: 2400, status: 'authorized' }])
  expect(await charge()).toMatchObject({ type: 'order' })
})

test('an expired method can be replaced by another one', async () => {
  const { customer, cart, charge, savedMethod } = await savedCard({ card: 'declined' })
  await expect(charge()).rejects.toThrow(InvalidData)
  bank.savedCards.set(customer.id, [{ id: 'two', card: 'good' }])
  const other = as({ customer_id: customer.id }, { savedMethod: { ...savedMethod, id: 'two' } })
  expect(await other.store.carts.complete({ id: cart.id })).toMatchObject({ type: 'order' })
  expect(await statusesOf(cart)).toEqual(['declined', 'completed'])
})

test('the method of another customer is refused, and nothing is charged', async () => {
  const thief = await savedCard({ card: 'good' })
  const victim = await savedCard({ card: 'good' })
  const { fingerprint } = thief.savedMethod
  const ofVictim = { id: victim.savedMethod.id, fingerprint }
  const withMethodOfVictim = as({ customer_id: thief.customer.id }, { savedMethod: ofVictim })
  await expect(withMethodOfVictim.store.carts.complete({ id: thief.cart.id })).rejects.toThrow(
    'The customer has not saved this payment method',
  )
  const asVictim = as({ customer_id: victim.customer.id }, { savedMethod: ofVictim })
  await expect(asVictim.store.carts.complete({ id: thief.cart.id })).rejects.toThrow(NotAllowed)
  expect(chargesOf(thief.cart)).toEqual([])
  expect(await thief.charge()).toMatchObject({ type: 'order' })
})

test('the cart of a guest, and a cart with another payment session, cannot be charged', async () => {
  const { customer, cart, savedMethod, charge } = await savedCard({ card: 'good' })
  const guest = await shop.given.payableCart({ region })
  await shop.post(`${cartPath(guest)}/payment-session`, { provider_id: bank.id })
  const ofGuest = { id: savedMethod.id, fingerprint: await fingerprint(guest) }
  const { carts } = as({ customer_id: customer.id }, { savedMethod: ofGuest }).store
  await expect(carts.complete({ id: guest.id })).rejects.toThrow('The cart belongs to another customer')
  await customer.post(`${cartPath(cart)}/payment-session`, { provider_id: 'manual' })
  await expect(charge()).rejects.toThrow('The payment provider manual does not charge saved methods')
})

test('only code charges a saved method, in the name of its customer', async () => {
  const { cart, savedMethod } = await savedCard({ card: 'declined' })
  for (const body of [{ savedMethod }, { saved_method: savedMethod }])
    await shop.post(`${cartPath(cart)}/complete`, untyped(body))
  expect(chargesOf(cart)).toEqual([expect.objectContaining({ status: 'authorized' })])
  expect(() => as('guest', untyped({ savedMethod }))).toThrow('Only a customer has saved payment methods')
  for (const incomplete of ['one', { id: 'one' }, { fingerprint: 'abc' }])
    expect(() => as({ customer_id: 'cus' }, untyped({ savedMethod: incomplete }))).toThrow('savedMethod needs the id')
})

test('jobs and the customer who complete a cart at once charge it once', async () => {
  const { cart, charge } = await savedCard({ card: 'good' })
  const results = await Promise.all([charge(), charge(), cardShop.completeCart(cart), charge()])
  expect(results[0]).toMatchObject({ type: 'order' })
  expect(chargesOf(cart)).toHaveLength(1)
})

test('a charge whose answer was lost is found and not repeated', async () => {
  const { cart, charge } = await savedCard({ card: 'lost' })
  await expect(charge()).rejects.toMatchObject({ kind: 'conflict' })
  expect(await charge()).toMatchObject({ type: 'order' })
  expect(chargesOf(cart)).toHaveLength(1)
})

test('a charge of a server that died becomes an order without the job', async () => {
  const { cart, charge } = await savedCard({ card: 'lost' })
  await expect(charge()).rejects.toMatchObject({ kind: 'conflict' })
  await endPaymentLeases(shop)
  await cardShop.reconcile()
  expect((await cardShop.readCart(cart)).completed_at).not.toBeNull()
  expect(chargesOf(cart)).toHaveLength(1)
})

test('a provider that never answers ends at its timeout, and a repeated call charges nothing twice', async () => {
  const { cart, charge } = await savedCard({ card: 'slow' }, { by: impatientBank })
  await expect(charge()).rejects.toMatchObject({ kind: 'conflict' })
  await cardShop.untilCharged(cart)
  expect(await charge()).toMatchObject({ type: 'order' })
  expect(chargesOf(cart)).toHaveLength(1)
})

test('a sold out cart is refused before the charge', async () => {
  const { cart, variant, charge } = await savedCard({ card: 'good' })
  await cardShop.setStock(variant, 1)
  await expect(charge()).rejects.toMatchObject({ code: 'insufficient_inventory' })
  expect(chargesOf(cart)).toEqual([])
})

test('an open cart that costs nothing needs no method', async () => {
  const { customer, cart } = await savedCard({ card: 'good' })
  const discount = await shop.given.discount(region, { type: 'percentage', value: 100 })
  await customer.post(cartPath(cart), { discounts: [{ code: discount.code }] })
  const savedMethod = { id: 'unknown', fingerprint: await fingerprint(cart) }
  const { carts } = as({ customer_id: customer.id }, { savedMethod }).store
  expect(await carts.complete({ id: cart.id })).toMatchObject({ type: 'order', data: { total: 0 } })
})

describe('a cart that a stranger changes after its fingerprint', () => {
  const changes: [string, (cart: { id: string; line: string; variant_id: string }) => Promise<unknown>][] = [
    ['gets another address', (cart) => shop.post(cartPath(cart), { shipping_address: { address_1: 'Elsewhere 1' } })],
    ['gets another e-mail address', (cart) => shop.post(cartPath(cart), { email: 'thief@example.com' })],
    ['gets a line', (cart) => shop.post(`${cartPath(cart)}/line-items`, { variant_id: cart.variant_id, quantity: 1 })],
    ['gets a quantity', (cart) => shop.post(`${cartPath(cart)}/line-items/${cart.line}`, { quantity: 3 })],
    [
      'gets metadata',
      (cart) => shop.post(`${cartPath(cart)}/line-items/${cart.line}`, { quantity: 2, metadata: { engraving: 'x' } }),
    ],
    ['loses its line', (cart) => shop.delete(`${cartPath(cart)}/line-items/${cart.line}`)],
  ]
  test.each(changes)('%s and is not charged', async (_, change) => {
    const { customer, cart, variant, charge } = await savedCard({ card: 'declined' })
    await expect(charge()).rejects.toThrow(InvalidData)
    const { items } = await cardShop.readCart(cart)
    await change({ id: cart.id, line: items[0]!.id, variant_id: variant.id })
    bank.savedCards.set(customer.id, [{ id: `one of ${customer.id}`, card: 'good' }])
    await customer.post(`${cartPath(cart)}/payment-sessions`)
    await expect(charge()).rejects.toThrow('The cart has changed since its fingerprint')
    expect(chargesOf(cart)).toMatchObject([{ status: 'declined' }])
    expect((await cardShop.readCart(cart)).completed_at).toBeNull()
  })
})
