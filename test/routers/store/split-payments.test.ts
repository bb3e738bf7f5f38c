import { describe, expect, test } from 'vitest'
import { expectError, expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Cart } from '#test/support/resources.ts'
import { type SplitPart, useSplitShop } from '#test/support/split-shop.ts'

const splitShop = await useSplitShop()
const { shop, region, split, splitCart, openCart, readCart, setData, complete, card, voucher, till } = splitShop

const FIRST: SplitPart[] = [{ provider_id: 'card', amount: 500 }, { provider_id: 'voucher' }]

/** The sessions that pay, as `[provider, amount]`. */
const payingOf = ({ payment_sessions }: Cart) =>
  payment_sessions.filter(({ is_initiated }) => is_initiated).map(({ provider_id, amount }) => [provider_id, amount])

describe('splitting a payment', () => {
  test('each chosen session pays an amount, and the selected one pays the rest', async () => {
    const cart = await splitCart(FIRST)
    expect(payingOf(cart)).toEqual([
      ['card', 500],
      ['voucher', 1300],
    ])
    expect(cart.payment_session).toMatchObject({ provider_id: 'voucher', amount: 1300, is_selected: true })
    expect(cart.payment_sessions.find(({ provider_id }) => provider_id === 'card')).not.toHaveProperty('fixed_amount')
    expect(cart).toMatchObject({ total: 1800 })
    expect(await readCart(cart)).toMatchObject({ payment_session: { amount: 1300 } })
  })

  test('three providers can pay, also without payment sessions before', async () => {
    const { id } = await shop.given.cart({ region })
    const parts = [{ provider_id: 'till', amount: 1 }, { provider_id: 'card' }, { provider_id: 'bank', amount: 2 }]
    const { cart } = await expectSuccess(split({ id }, parts))
    expect(payingOf(cart).toSorted()).toEqual([
      ['bank', 2],
      ['card', 1197],
      ['till', 1],
    ])
  })

  test('another choice replaces the payments, and keeps payments that do not change', async () => {
    const cart = await splitCart([{ provider_id: 'till', amount: 500 }, { provider_id: 'card' }])
    till.calls.length = 0
    await expectSuccess(split(cart, [{ provider_id: 'till', amount: 500 }, { provider_id: 'voucher' }]))
    expect(till.calls).toEqual([])
    const { cart: swapped } = await expectSuccess(
      split(cart, [{ provider_id: 'till' }, { provider_id: 'voucher', amount: 700 }]),
    )
    expect(till.calls).toEqual(['update 1100'])
    expect(payingOf(swapped).toSorted()).toEqual([
      ['till', 1100],
      ['voucher', 700],
    ])
    const { cart: whole } = await expectSuccess(split(cart, [{ provider_id: 'voucher' }]))
    expect(till.calls).toEqual(['update 1100', 'delete'])
    expect(payingOf(whole)).toEqual([['voucher', 1800]])
  })

  const TWICE = 'Each payment provider can be chosen once'
  const NO_REST = 'Leave out the amount of exactly one payment. It pays the rest.'
  const tooLarge = (sum: number) =>
    `The amount due is 1800, and the amounts are ${sum} together. Leave a part for the rest.`
  test.each<[what: string, payments: object[], message: string | RegExp]>([
    ['the same provider twice', [{ provider_id: 'card', amount: 1 }, { provider_id: 'card' }], TWICE],
    ['no rest', [{ provider_id: 'card', amount: 1800 }], NO_REST],
    ['two rests', [{ provider_id: 'card' }, { provider_id: 'voucher', amount: null }], NO_REST],
    ['the whole amount', [{ provider_id: 'card', amount: 1800 }, { provider_id: 'voucher' }], tooLarge(1800)],
    ['too much', [{ provider_id: 'card', amount: 999_999_999_999 }, { provider_id: 'till' }], tooLarge(999999999999)],
    ['an unknown provider', [{ provider_id: 'cash' }], 'The payment method cash is not available in this region'],
    ['a balance', [{ provider_id: 'balance' }], 'The payment method balance is not available in this region'],
    ['no payment', [], /payments/],
    ['an amount of 0', [{ provider_id: 'card', amount: 0 }, { provider_id: 'till' }], /amount/],
    ['a negative amount', [{ provider_id: 'card', amount: -5 }, { provider_id: 'till' }], /amount/],
    ['a part of a cent', [{ provider_id: 'card', amount: 1.5 }, { provider_id: 'till' }], /amount/],
    ['an enormous amount', [{ provider_id: 'card', amount: 1e15 }, { provider_id: 'till' }], /amount/],
    ['a text', [{ provider_id: 'card', amount: '500' }, { provider_id: 'till' }], /amount/],
    ['an unknown property', [{ provider_id: 'card', is_selected: true }], /is_selected/],
  ])('the shop refuses %s and changes nothing', async (_, payments, message) => {
    const cart = await splitCart(FIRST)
    await expectErrorMessage(shop.post(`/store/carts/${cart.id}/split-payment`, { payments }), 400, message)
    expect(payingOf(await readCart(cart))).toEqual(payingOf(cart))
  })

  test('the cart of a draft order, a completed cart and an unknown cart are refused', async () => {
    const { cart_id } = await shop.given.draftOrder()
    expect((await split({ id: cart_id }, FIRST)).status).toBe(404)
    expect((await split({ id: 'cart_none' }, FIRST)).status).toBe(404)
    const cart = await splitCart(FIRST)
    await splitShop.placeOrder(cart)
    await expectError(
      split(cart, FIRST),
      400,
      'not_allowed',
      'The cart is already completed',
      'cart_incompatible_state',
    )
  })

  test('the difference of a swap has one provider', async () => {
    const { swap } = await shop.given.swap('created')
    await expectErrorMessage(split({ id: swap.cart_id }, FIRST), 400, 'One provider pays the difference of a swap')
  })

  test('a repeated idempotency key has one effect', async () => {
    const cart = await splitCart(FIRST)
    const path = `/store/carts/${cart.id}/split-payment` as const
    const other = { payments: [{ provider_id: 'till', amount: 100 }, { provider_id: 'card' }] }
    till.calls.length = 0
    const key = { 'idempotency-key': `split ${cart.id}` }
    await expectSuccess(shop.post(path, other, key))
    await expectSuccess(shop.post(path, other, key))
    expect(till.calls).toEqual(['initiate 100'])
  })
})

describe('changes of a cart with a split payment', () => {
  const addLine = async (cart: Cart, quantity: number) => {
    const variant_id = cart.items[0].variant_id
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items`, { variant_id, quantity }))
    return readCart(cart)
  }

  test('the rest follows the total', async () => {
    const cart = await splitCart(FIRST)
    expect(payingOf(await addLine(cart, 1))).toEqual([
      ['card', 500],
      ['voucher', 1900],
    ])
  })

  test('a split that leaves no rest ends, and the selected session pays everything', async () => {
    const lines = [[await shop.given.variant(), 2]] as const
    const cart = await splitCart([{ provider_id: 'till', amount: 1500 }, { provider_id: 'voucher' }], { lines })
    till.calls.length = 0
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items/${cart.items[0].id}`, { quantity: 1 }))
    const changed = await readCart(cart)
    expect(changed.total).toBe(1200)
    expect(payingOf(changed)).toEqual([['voucher', 1200]])
    expect(till.calls).toEqual(['delete'])
    expect(payingOf(await addLine(changed, 1))).toEqual([['voucher', 2400]])
  })

  test('a selection ends the split', async () => {
    for (const provider_id of ['card', 'voucher', 'till']) {
      const cart = await splitCart(FIRST)
      await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-session`, { provider_id }))
      expect(payingOf(await readCart(cart))).toEqual([[provider_id, 1800]])
    }
  })

  test('the deletion of a session ends the split', async () => {
    const cart = await splitCart([{ provider_id: 'till', amount: 500 }, ...FIRST])
    till.calls.length = 0
    const { cart: changed } = await expectSuccess(shop.delete(`/store/carts/${cart.id}/payment-sessions/card`))
    expect(payingOf(changed)).toEqual([['voucher', 1800]])
    expect(till.calls).toEqual(['delete'])
    const other = await splitCart(FIRST)
    await expectSuccess(shop.delete(`/store/carts/${other.id}/payment-sessions/voucher`))
    expect(payingOf(await readCart(other))).toEqual([])
    await expectErrorMessage(complete(other), 400, 'You cannot complete a cart without a payment session.')
    const third = await splitCart(FIRST)
    await expectSuccess(shop.delete(`/store/carts/${third.id}/payment-sessions/manual`))
    expect(payingOf(await readCart(third))).toEqual(payingOf(third))
  })

  test('new data and a new start of a session keep the split', async () => {
    const cart = await splitCart([{ provider_id: 'till', amount: 400 }, { provider_id: 'voucher' }])
    await setData(cart, till, { note: 'x' })
    await setData(cart, voucher, { card: 'good' })
    till.calls.length = 0
    for (const { provider_id } of cart.payment_sessions)
      await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-sessions/${provider_id}/refresh`))
    expect(till.calls).toEqual(['initiate 400', 'delete'])
    expect(payingOf(await readCart(cart)).toSorted()).toEqual([
      ['till', 400],
      ['voucher', 1400],
    ])
    await splitShop.placeOrder(cart)
  })

  test('the data of a session outside of the split selects it', async () => {
    const cart = await splitCart(FIRST)
    await setData(cart, till, {})
    expect(payingOf(await readCart(cart))).toEqual([['till', 1800]])
  })

  test('gift cards pay before the split', async () => {
    const { code } = await shop.given.giftCard(region, 900)
    const cart = await openCart()
    await expectSuccess(split(cart, FIRST))
    await expectSuccess(shop.post(`/store/carts/${cart.id}`, { gift_cards: [{ code }] }))
    const { total } = await readCart(cart)
    expect(total).toBeLessThan(1800)
    expect(payingOf(await readCart(cart))).toEqual([
      ['card', 500],
      ['voucher', total - 500],
    ])
    await splitShop.placeOrder(cart)
  })

  test('another region and a total of 0 end the split', async () => {
    const cart = await splitCart(FIRST)
    const { code } = await shop.given.giftCard(region, 9000)
    const { cart: free } = await expectSuccess(shop.post(`/store/carts/${cart.id}`, { gift_cards: [{ code }] }))
    expect(free.payment_sessions).toEqual([])
    const other = await splitCart(FIRST)
    const elsewhere = await shop.given.region()
    await expectSuccess(shop.post(`/store/carts/${other.id}`, { region_id: elsewhere.id }))
    expect(payingOf(await readCart(other))).toEqual([])
  })

  test('a provider that the region no longer offers leaves the split', async () => {
    const offer = (payment_providers: string[]) =>
      expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { payment_providers }))
    const cart = await splitCart([{ provider_id: 'till', amount: 300 }, ...FIRST])
    await offer(['voucher', 'till', 'manual', 'bank', 'wallet'])
    await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-sessions`))
    expect(payingOf(await readCart(cart)).toSorted()).toEqual([
      ['till', 300],
      ['voucher', 1500],
    ])
    await offer(['card', 'till', 'manual', 'bank', 'wallet'])
    await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-sessions`))
    expect(payingOf(await readCart(cart))).toEqual([])
    await offer([card.id, voucher.id, till.id, 'manual', 'bank', 'wallet'])
  })
})
