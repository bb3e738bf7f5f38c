import { describe, expect, test } from 'vitest'
import { readCartFingerprint } from '#entities/cart/cart/cart-fingerprint.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { Random } from '#test/suites/money/random.ts'
import { balancePlugin } from '#test/support/balance-plugin.ts'
import { expectRetryableError } from '#test/support/card-shop.ts'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { Reply } from '#test/support/reply.ts'
import type { Completion, Identified, Order } from '#test/support/resources.ts'
import { type SplitPart, useSplitShop } from '#test/support/split-shop.ts'

/** The number of completions that the rule lets through before it fails like a server that stops. */
let passing = Number.POSITIVE_INFINITY
const interruption = definePlugin({
  name: 'interruption',
  rules: {
    'cart.complete': () => {
      if (--passing < 0) throw new Error('The server stops')
    },
  },
})

const splitShop = await useSplitShop({ plugins: [interruption, balancePlugin] })
const { shop, card, voucher, bank, wallet, till, splitCart, split, setData, complete, placeOrder } = splitShop
const { attemptsOf, chargesOf, reconcile, endLeases, backdate, notify } = splitShop

const CARDS: SplitPart[] = [{ provider_id: 'card', amount: 500 }, { provider_id: 'voucher' }]
const BANKS: SplitPart[] = [{ provider_id: 'bank', amount: 500 }, { provider_id: 'wallet' }]
const MIXED: SplitPart[] = [{ provider_id: 'card', amount: 500 }, { provider_id: 'bank' }]

const paymentsOf = ({ payments }: Order) => payments.map(({ provider_id, amount }) => [provider_id, amount])
const ordersOf = ({ id }: Identified) => splitShop.rows('select id from "order" where cart_id = ?', [id])

const expectWaiting = async (reply: Promise<Reply<Completion>>) =>
  expect((await reply).body).toMatchObject({ type: 'cart', payment_status: 'requires_more' })

const expectAgain = (cart: Identified) =>
  expectErrorMessage(complete(cart), 400, 'The payments of the cart were canceled. Choose the payments again.')

describe('completing a cart with a split payment', () => {
  test('two cards pay one order', async () => {
    const cart = await splitCart(CARDS)
    const order = await placeOrder(cart)
    expect(order).toMatchObject({ total: 1800, paid_total: 1800, payment_status: 'awaiting' })
    expect(paymentsOf(order)).toEqual([
      ['voucher', 1300],
      ['card', 500],
    ])
    expect(await attemptsOf(cart)).toEqual([
      ['voucher', 1300, 'completed'],
      ['card', 500, 'completed'],
    ])
    const again = await placeOrder(cart)
    expect(again.id).toBe(order.id)
    expect(chargesOf(cart)).toEqual([
      ['card', 500, 'authorized'],
      ['voucher', 1300, 'authorized'],
    ])
    const { cart: completed } = await expectSuccess(shop.get(`/store/carts/${cart.id}`))
    expect(completed.payment).toMatchObject({ provider_id: 'voucher', amount: 1300 })
  })

  test.each<[what: string, parts: SplitPart[]]>([
    ['a card and a till', [{ provider_id: 'card', amount: 500 }, { provider_id: 'till' }]],
    ['a till and a card', [{ provider_id: 'till', amount: 500 }, { provider_id: 'card' }]],
    ['two tills', [{ provider_id: 'till', amount: 500 }, { provider_id: 'manual' }]],
    ['four providers', [...CARDS, { provider_id: 'till', amount: 1 }, { provider_id: 'manual', amount: 2 }]],
  ])('%s pay one order', async (_, parts) => {
    const order = await placeOrder(await splitCart(parts))
    expect(order).toMatchObject({ total: 1800, paid_total: 1800, payment_status: 'awaiting' })
    expect(order.payments).toHaveLength(parts.length)
  })

  test('two payments that the customer makes before the completion pay one order', async () => {
    const cart = await splitCart(BANKS)
    await expectWaiting(complete(cart))
    bank.pay(cart)
    await expectWaiting(complete(cart))
    wallet.pay(cart)
    expect(paymentsOf(await placeOrder(cart))).toEqual([
      ['wallet', 1300],
      ['bank', 500],
    ])
  })

  test('a card is charged only after the customer has paid at the bank', async () => {
    const cart = await splitCart(MIXED)
    await expectWaiting(complete(cart))
    expect(chargesOf(cart)).toEqual([['bank', 1300, 'requires_more']])
    bank.pay(cart)
    expect(paymentsOf(await placeOrder(cart))).toEqual([
      ['bank', 1300],
      ['card', 500],
    ])
  })

  test('concurrent completions place one order and charge each card once', async () => {
    const carts = await Promise.all([CARDS, CARDS, BANKS, MIXED].map((parts) => splitCart(parts)))
    for (const cart of carts) for (const one of [bank, wallet]) if (one.paymentsOf(cart).length > 0) one.pay(cart)
    const calls = carts.flatMap((cart) => Array.from({ length: 4 }, () => placeOrder(cart)))
    const orders = await Promise.all(calls)
    expect(new Set(orders.map(({ id }) => id)).size).toBe(carts.length)
    for (const cart of carts) expect(chargesOf(cart)).toHaveLength(2)
  })

  test('the same idempotency key returns the same order', async () => {
    const cart = await splitCart(CARDS)
    const path = `/store/carts/${cart.id}/complete` as const
    const key = { 'idempotency-key': `complete ${cart.id}` }
    const replies = [await shop.post(path, undefined, key), await shop.post(path, undefined, key)]
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
  })
})

describe('a declined part', () => {
  test.each([
    ['declined', 'Cart payment not authorized'],
    ['stolen', 'Your card was declined:\nIt was reported stolen'],
  ])('if the second card is %s, the first payment is canceled', async (kind, message) => {
    const cart = await splitCart(CARDS)
    await setData(cart, card, { card: kind })
    await expectErrorMessage(complete(cart), 400, message)
    expect(chargesOf(cart)).toContainEqual(['voucher', 1300, 'canceled'])
    expect(await attemptsOf(cart)).toEqual([
      ['voucher', 1300, 'canceled'],
      ['card', 500, 'declined'],
    ])
    await expectAgain(cart)
    await expectSuccess(split(cart, [{ provider_id: 'till', amount: 500 }, { provider_id: 'voucher' }]))
    expect(paymentsOf(await placeOrder(cart))).toEqual([
      ['voucher', 1300],
      ['till', 500],
    ])
  })

  test('if the first card is declined, the second one is not charged, and another card can pay', async () => {
    const cart = await splitCart(CARDS)
    await setData(cart, voucher, { card: 'declined' })
    await expectErrorMessage(complete(cart), 400, 'Cart payment not authorized')
    expect(chargesOf(cart)).toEqual([['voucher', 1300, 'declined']])
    await setData(cart, voucher, { card: 'good' })
    await placeOrder(cart)
  })

  test('if a local provider declines, the card is canceled', async () => {
    const cart = await splitCart([{ provider_id: 'card', amount: 500 }, { provider_id: 'till' }])
    till.nextStatus = 'error'
    await expectErrorMessage(complete(cart), 400, 'Cart payment not authorized')
    expect(chargesOf(cart)).toEqual([['card', 500, 'canceled']])
    await expectAgain(cart)
  })

  test('if a card is declined, the money at the bank goes back, and a new payment is possible', async () => {
    const cart = await splitCart(MIXED)
    bank.pay(cart, 'captured')
    await setData(cart, card, { card: 'declined' })
    await expectErrorMessage(complete(cart), 400, 'Cart payment not authorized')
    await expectAgain(cart)
    await expectSuccess(split(cart, MIXED))
    await setData(cart, card, { card: 'good' })
    bank.pay(cart)
    await placeOrder(cart)
    expect(bank.paymentsOf(cart)).toHaveLength(2)
  })

  test('if one bank declines, the money at the other one goes back', async () => {
    for (const [paid, unpaid] of [[bank, wallet] as const, [wallet, bank] as const]) {
      const cart = await splitCart(BANKS)
      paid.pay(cart)
      unpaid.pay(cart).status = 'declined'
      await expectErrorMessage(complete(cart), 400, 'Cart payment not authorized')
      expect(paid.paymentsOf(cart)).toMatchObject([{ status: 'canceled' }])
      await expectAgain(cart)
    }
  })

  test('a cancellation that fails is repeated', async () => {
    const cart = await splitCart(CARDS)
    await setData(cart, card, { card: 'declined' })
    const { authorize } = card
    card.authorize = async (...args) => {
      voucher.isDown = true
      return authorize(...args)
    }
    await expectErrorMessage(complete(cart), 400, 'Cart payment not authorized')
    card.authorize = authorize
    expect(await attemptsOf(cart)).toContainEqual(['voucher', 1300, 'canceling'])
    voucher.isDown = false
    await reconcile()
    expect(await attemptsOf(cart)).toContainEqual(['voucher', 1300, 'canceled'])
  })
})

describe('a part without an answer', () => {
  test('the next completion finds the charge of a lost answer', async () => {
    const cart = await splitCart(CARDS)
    await setData(cart, card, { card: 'lost' })
    await expectRetryableError(complete(cart))
    expect(await attemptsOf(cart)).toEqual([
      ['voucher', 1300, 'authorized'],
      ['card', 500, 'started'],
    ])
    await placeOrder(cart)
    expect(chargesOf(cart)).toHaveLength(2)
  })

  test('the reconciliation finds the charge of a lost answer and places the order', async () => {
    for (const lost of [card, voucher]) {
      const cart = await splitCart(CARDS)
      await setData(cart, lost, { card: 'lost' })
      await expectRetryableError(complete(cart))
      await reconcile()
      if (lost === card) expect(await ordersOf(cart)).toHaveLength(1)
      else expect(await attemptsOf(cart)).toEqual([['voucher', 1300, 'authorized']])
      await placeOrder(cart)
    }
  })

  test('a part that its provider never received can be paid later, and the paid part waits for a day', async () => {
    const cart = await splitCart(CARDS)
    await setData(cart, card, { card: 'silent' })
    await expectRetryableError(complete(cart))
    await reconcile()
    expect(await attemptsOf(cart)).toEqual([
      ['voucher', 1300, 'authorized'],
      ['card', 500, 'failed'],
    ])
    await backdate(cart, 23)
    await reconcile()
    expect(chargesOf(cart)).toEqual([['voucher', 1300, 'authorized']])
    await backdate(cart, 2)
    await reconcile()
    expect(chargesOf(cart)).toEqual([['voucher', 1300, 'canceled']])
    await expectAgain(cart)
  })

  test('a server that stops between the parts leaves a payment that the next completion uses', async () => {
    const cart = await splitCart(CARDS)
    passing = 1
    expect((await complete(cart)).status).toBe(500)
    passing = Number.POSITIVE_INFINITY
    expect(await attemptsOf(cart)).toEqual([['voucher', 1300, 'authorized']])
    await placeOrder(cart)
    expect(voucher.authorizeCalls).toBeGreaterThan(0)
    expect(chargesOf(cart)).toHaveLength(2)
  })

  test('a server that stops between the parts for good leaves no money', async () => {
    const cart = await splitCart(CARDS)
    passing = 1
    expect((await complete(cart)).status).toBe(500)
    passing = Number.POSITIVE_INFINITY
    await backdate(cart, 25)
    await reconcile()
    expect(chargesOf(cart)).toEqual([['voucher', 1300, 'canceled']])
    expect(await ordersOf(cart)).toEqual([])
  })

  test('a server that stops before the order leaves payments that the reconciliation turns into the order', async () => {
    const cart = await splitCart(CARDS)
    passing = 2
    expect((await complete(cart)).status).toBe(500)
    passing = Number.POSITIVE_INFINITY
    await endLeases()
    await reconcile()
    expect(await ordersOf(cart)).toHaveLength(1)
  })
})

describe('a part that waits', () => {
  test('the customer confirms the second card', async () => {
    const cart = await splitCart(CARDS)
    await setData(cart, card, { card: 'confirm' })
    await expectWaiting(complete(cart))
    expect(await attemptsOf(cart)).toEqual([
      ['voucher', 1300, 'authorized'],
      ['card', 500, 'requires_more'],
    ])
    await setData(cart, card, { confirmed: true })
    await placeOrder(cart)
    expect(chargesOf(cart)).toHaveLength(2)
  })

  test('without a confirmation, both payments are canceled after a day', async () => {
    const cart = await splitCart(CARDS)
    await setData(cart, card, { card: 'confirm' })
    await expectWaiting(complete(cart))
    await backdate(cart, 23)
    await reconcile()
    expect((await attemptsOf(cart)).map(([, , status]) => status)).toEqual(['authorized', 'requires_more'])
    await backdate(cart, 2)
    await reconcile()
    expect((await attemptsOf(cart)).map(([, , status]) => status)).toEqual(['canceled', 'canceled'])
    await expectAgain(cart)
  })

  test('a local provider that waits keeps the paid part', async () => {
    const cart = await splitCart([{ provider_id: 'card', amount: 500 }, { provider_id: 'till' }])
    till.nextStatus = 'requires_more'
    await expectWaiting(complete(cart))
    till.nextStatus = 'authorized'
    await placeOrder(cart)
    expect(chargesOf(cart)).toHaveLength(1)
  })

  test('a change of the cart cancels the paid part and asks for the new total', async () => {
    const cart = await splitCart(CARDS)
    await setData(cart, card, { card: 'confirm' })
    await expectWaiting(complete(cart))
    const { id } = cart.items[0]
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items/${id}`, { quantity: 2 }))
    await expectSuccess(shop.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: splitShop.option.id }))
    await setData(cart, card, { card: 'good' })
    const order = await placeOrder(cart)
    expect(paymentsOf(order)).toEqual([
      ['voucher', 2500],
      ['card', 500],
    ])
    expect(chargesOf(cart).filter(([, , status]) => status === 'canceled')).toHaveLength(2)
  })

  test('a total that rises during the wait keeps the payment at the bank', async () => {
    const cart = await splitCart([{ provider_id: 'bank', amount: 500 }, { provider_id: 'card' }])
    bank.pay(cart)
    await setData(cart, card, { card: 'confirm' })
    await expectWaiting(complete(cart))
    const { id } = cart.items[0]
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items/${id}`, { quantity: 2 }))
    await expectSuccess(shop.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: splitShop.option.id }))
    await setData(cart, card, { card: 'good' })
    expect(paymentsOf(await placeOrder(cart))).toEqual([
      ['card', 2500],
      ['bank', 500],
    ])
    expect(bank.paymentsOf(cart)).toHaveLength(1)
  })

  test('another choice cancels the payments of the last one', async () => {
    const cart = await splitCart(CARDS)
    await setData(cart, card, { card: 'confirm' })
    await expectWaiting(complete(cart))
    await expectSuccess(split(cart, [{ provider_id: 'till' }]))
    expect(paymentsOf(await placeOrder(cart))).toEqual([['till', 1800]])
    await reconcile()
    expect(chargesOf(cart).map(([, , status]) => status)).toEqual(['canceled', 'canceled'])
  })

  test('stock that is sold in between cancels all parts', async () => {
    for (const parts of [CARDS, MIXED]) {
      const variant = await shop.given.variant({ stock: 5 })
      const cart = await splitCart(parts, { lines: [[variant, 1]] })
      if (parts === MIXED) bank.pay(cart)
      await setData(cart, card, { card: 'confirm' })
      await expectWaiting(complete(cart))
      await shop.given.stock(variant, 0)
      expect((await complete(cart)).body).toMatchObject({ code: 'insufficient_inventory' })
      expect(chargesOf(cart).map(([, , status]) => status)).toEqual(['canceled', 'canceled'])
    }
  })
})

describe('notices of the providers', () => {
  const payAt = (one: typeof bank, cart: Identified) => notify(one, one.pay(cart))

  test('the notice of the last part places the order', async () => {
    const cart = await splitCart(BANKS)
    await payAt(bank, cart)
    expect(await ordersOf(cart)).toEqual([])
    expect(await attemptsOf(cart)).toEqual([
      ['wallet', 1300, 'requires_more'],
      ['bank', 500, 'authorized'],
    ])
    await payAt(wallet, cart)
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('a notice places the order if the other part is local', async () => {
    const cart = await splitCart([{ provider_id: 'bank', amount: 500 }, { provider_id: 'till' }])
    await payAt(bank, cart)
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('a notice charges no card', async () => {
    const cart = await splitCart(MIXED)
    await payAt(bank, cart)
    expect(chargesOf(cart)).toEqual([['bank', 1300, 'authorized']])
    await placeOrder(cart)
  })

  test('the money of a part whose other part is never paid goes back', async () => {
    for (const parts of [BANKS, MIXED]) {
      const cart = await splitCart(parts)
      await payAt(bank, cart)
      await backdate(cart, 25)
      await reconcile()
      expect(bank.paymentsOf(cart)).toMatchObject([{ status: 'canceled' }])
      await expectAgain(cart)
    }
  })

  test('a part that the bank cancels ends the other parts', async () => {
    const cart = await splitCart(BANKS)
    await payAt(bank, cart)
    const payment = wallet.pay(cart)
    payment.status = 'canceled'
    await notify(wallet, payment, 'canceled')
    await reconcile()
    expect(chargesOf(cart).map(([, , status]) => status)).toEqual(['canceled', 'canceled'])
    expect((await complete(cart)).status).toBe(400)
  })

  test('the money of a refused cart goes back from all banks', async () => {
    const variant = await shop.given.variant({ stock: 5 })
    const cart = await splitCart(BANKS, { lines: [[variant, 1]] })
    const payment = bank.pay(cart)
    wallet.pay(cart)
    await shop.given.stock(variant, 0)
    await notify(bank, payment)
    expect(await ordersOf(cart)).toEqual([])
    expect(chargesOf(cart).map(([, , status]) => status)).toEqual(['canceled', 'canceled'])
  })

  test('notices and completions at the same time place one order', async () => {
    const cart = await splitCart(BANKS)
    const payments = [bank.pay(cart), wallet.pay(cart)] as const
    await Promise.allSettled([
      notify(bank, payments[0]),
      notify(wallet, payments[1]),
      complete(cart),
      complete(cart),
      reconcile(),
    ])
    await splitShop.runAllJobs()
    expect(await ordersOf(cart)).toHaveLength(1)
  })
})

describe('other ways to pay', () => {
  test('a job does not charge a saved method for a split payment', async () => {
    const customer = await shop.given.customer()
    card.savedCards.set(customer.id, [{ id: 'one', card: 'good' }])
    const cart = await splitCart(CARDS, { by: customer, email: customer.email })
    const savedMethod = { id: 'one', fingerprint: await readCartFingerprint(shop.orm.em.fork(), cart.id) }
    const charge = shop.jobs
      .operations()({ customer_id: customer.id }, { savedMethod })
      .store.carts.complete({ id: cart.id })
    await expect(charge).rejects.toThrow('The payment of the cart is split.')
    expect(chargesOf(cart)).toEqual([])
    await expectSuccess(complete(cart, customer))
  })

  test('balances pay before the split, and a declined card takes nothing from them', async () => {
    const customer = await shop.given.customer()
    const credit = { customer_id: customer.id, kind: 'store-credit', currency_code: 'eur', amount: 600, note: 'Gift' }
    await expectSuccess(shop.admin.post('/admin/balances', credit))
    const cart = await splitCart(CARDS, { by: customer, email: customer.email })
    await expectSuccess(customer.post(`/store/carts/${cart.id}/tenders`, { tenders: [{ kind: 'store-credit' }] }))
    await expectSuccess(split(cart, CARDS, customer))
    await expectSuccess(customer.post(`/store/carts/${cart.id}/payment-sessions/card`, { data: { card: 'declined' } }))
    await expectErrorMessage(complete(cart, customer), 400, 'Cart payment not authorized')
    await expectSuccess(split(cart, [{ provider_id: 'till', amount: 500 }, { provider_id: 'voucher' }], customer))
    expect(paymentsOf(await expectOrder(complete(cart, customer)))).toEqual([
      ['voucher', 700],
      ['till', 500],
      ['balance', 600],
    ])
  })
})

describe('any outcome', () => {
  const OUTCOMES = ['good', 'good', 'declined', 'stolen', 'confirm', 'silent', 'lost']
  const PARTS = [
    CARDS,
    MIXED,
    BANKS,
    [...MIXED, { provider_id: 'voucher', amount: 100 }],
    [...CARDS, { provider_id: 'till', amount: 3 }],
  ]

  test.each([1, 2, 3, 4])('random outcomes leave one paid order or no money (seed %i)', async (seed) => {
    const seeds = new Random(seed)
    const finish = async (cart: Identified) => expect((await complete(cart)).status).not.toBe(500)
    const play = async (): Promise<void> => {
      const random = new Random(seeds.seed())
      const cart = await splitCart(random.pick(PARTS))
      const act: Record<string, () => Promise<unknown>> = {
        complete: () => finish(cart),
        twice: () => Promise.all([finish(cart), finish(cart)]),
        pay: async () => {
          for (const one of [bank, wallet])
            if (one.paymentsOf(cart).some(({ status }) => status === 'requires_more')) one.pay(cart)
        },
        card: () =>
          shop.post(`/store/carts/${cart.id}/payment-sessions/${random.pick(['card', 'voucher'])}`, {
            data: { card: random.pick(OUTCOMES), confirmed: random.chance(50) },
          }),
        line: () =>
          shop.post(`/store/carts/${cart.id}/line-items/${cart.items[0].id}`, { quantity: random.integer(1, 3) }),
        ship: () => shop.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: splitShop.option.id }),
        split: () => split(cart, random.pick(PARTS)),
        reconcile,
        notice: async () => {
          const [payment] = bank.paymentsOf(cart)
          if (payment) await notify(bank, payment, payment.status === 'canceled' ? 'canceled' : 'authorized')
        },
      }
      for (let i = 0; i < 8; i++) await act[random.pick(Object.keys(act))]!()
      await finish(cart)
    }
    for (let i = 0; i < 3; i++) await Promise.all([play(), play(), play()])
  })
})
