import { describe, expect, test } from 'vitest'
import { balancePlugin } from '#test/support/balance-plugin.ts'
import { expectRetryableError } from '#test/support/card-shop.ts'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { Reply } from '#test/support/reply.ts'
import type { Completion, Identified, Order } from '#test/support/resources.ts'
import { type SplitPart, useSplitShop } from '#test/support/split-shop.ts'

/* Split payments that a provider, a notice, a balance or another endpoint ends. */

const splitShop = await useSplitShop({ plugins: [balancePlugin] })
const { shop, card, bank, wallet, splitCart, split, setData, complete, placeOrder, readCart } = splitShop
const { attemptsOf, chargesOf, reconcile, endLeases, backdate, notify } = splitShop

const CARDS: SplitPart[] = [{ provider_id: 'card', amount: 500 }, { provider_id: 'voucher' }]
const BANKS: SplitPart[] = [{ provider_id: 'bank', amount: 500 }, { provider_id: 'wallet' }]
const MIXED: SplitPart[] = [{ provider_id: 'card', amount: 500 }, { provider_id: 'bank' }]
const WITH_TILL: SplitPart[] = [{ provider_id: 'till', amount: 500 }, { provider_id: 'bank' }]

const paymentsOf = ({ payments }: Order) => payments.map(({ provider_id, amount }) => [provider_id, amount])
const ordersOf = ({ id }: Identified) => splitShop.rows('select id from "order" where cart_id = ?', [id])
const statusesOf = (cart: Identified) => chargesOf(cart).map(([, , status]) => status)

const expectWaiting = async (reply: Promise<Reply<Completion>>) =>
  expect((await reply).body).toMatchObject({ type: 'cart', payment_status: 'requires_more' })

/** The customer ends the payment on the page of the bank, and no webhook arrives. */
const endAt = (one: typeof bank, cart: Identified) => {
  for (const payment of one.paymentsOf(cart)) payment.status = 'canceled'
}

describe('a payment that ends at its provider', () => {
  test.each([
    ['the bank', bank],
    ['the wallet', wallet],
  ])('if %s ends it, the other part does not wait longer', async (_, ended) => {
    const cart = await splitCart(BANKS)
    endAt(ended, cart)
    await expectErrorMessage(complete(cart), 400, 'Cart payment not authorized')
    expect(statusesOf(cart)).toEqual(['canceled', 'canceled'])
  })

  test.each([
    ['two banks', BANKS],
    ['a bank and a till', WITH_TILL],
    ['a bank and a card', MIXED],
  ])('the same choice of %s starts new payments', async (_, parts) => {
    const cart = await splitCart(parts)
    endAt(bank, cart)
    if (parts === BANKS) wallet.pay(cart)
    await expectErrorMessage(complete(cart), 400, 'Cart payment not authorized')
    await expectSuccess(split(cart, parts))
    bank.pay(cart)
    if (parts === BANKS) wallet.pay(cart)
    await placeOrder(cart)
  })

  test.each(['bank', 'wallet'])('afterwards, %s can pay alone', async (provider_id) => {
    const cart = await splitCart(BANKS)
    bank.pay(cart)
    endAt(wallet, cart)
    await expectErrorMessage(complete(cart), 400, 'Cart payment not authorized')
    await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-session`, { provider_id }))
    const chosen = provider_id === 'bank' ? bank : wallet
    chosen.pay(cart)
    expect(paymentsOf(await placeOrder(cart))).toEqual([[provider_id, 1800]])
  })
})

test('a provider that does not answer for days does not keep the money of another one', async () => {
  const cart = await splitCart(CARDS)
  const { authorize } = card
  card.authorize = async () => {
    card.isDown = true
    throw new Error('socket hang up')
  }
  await expectRetryableError(complete(cart))
  card.authorize = authorize
  await endLeases()
  await backdate(cart, 23)
  await reconcile()
  expect(chargesOf(cart)).toEqual([['voucher', 1300, 'authorized']])
  await backdate(cart, 2)
  await reconcile()
  expect(await attemptsOf(cart)).toEqual([
    ['voucher', 1300, 'canceled'],
    ['card', 500, 'canceling'],
  ])
})

describe('late notices', () => {
  test('a payment that the bank cancels ends a card that waits for the customer', async () => {
    const cart = await splitCart([{ provider_id: 'bank', amount: 500 }, { provider_id: 'card' }])
    const payment = bank.pay(cart)
    await setData(cart, card, { card: 'confirm' })
    await expectWaiting(complete(cart))
    payment.status = 'canceled'
    await notify(bank, payment, 'canceled')
    expect((await complete(cart)).status).toBe(400)
    await reconcile()
    await notify(bank, payment)
    expect(statusesOf(cart)).toEqual(['canceled', 'canceled'])
    expect(await ordersOf(cart)).toEqual([])
  })

  test('a success that arrives after the end of the split places no order and keeps no money', async () => {
    const cart = await splitCart(BANKS)
    const payment = bank.pay(cart)
    await notify(bank, payment)
    await backdate(cart, 25)
    await reconcile()
    payment.status = 'authorized'
    await notify(bank, payment)
    await reconcile()
    expect(statusesOf(cart)).toEqual(['canceled', 'canceled'])
    expect(await ordersOf(cart)).toEqual([])
  })

  test('after a capture that was reported before the order, the capture of the order succeeds', async () => {
    const cart = await splitCart(MIXED)
    const { key } = bank.pay(cart, 'captured')
    const notice = bank.webhook({ type: 'captured', amount: 1300, cart_id: cart.id, data: { payment: key } })
    await fetch(`${shop.url}/hooks/bank`, { method: 'POST', ...notice })
    await splitShop.runAllJobs()
    const order = await placeOrder(cart)
    expect(order.payment_status).toBe('awaiting')
    expect(await splitShop.orders.act(order, 'capture')).toMatchObject({ payment_status: 'captured', paid_total: 1800 })
  })

  test('notices of an earlier choice do not change the next one', async () => {
    const cart = await splitCart(MIXED)
    const payment = bank.pay(cart)
    await setData(cart, card, { card: 'declined' })
    await expectErrorMessage(complete(cart), 400, 'Cart payment not authorized')
    await expectSuccess(split(cart, MIXED))
    await notify(bank, payment)
    await notify(bank, payment, 'canceled')
    bank.pay(cart)
    await setData(cart, card, { card: 'good' })
    await placeOrder(cart)
  })
})

describe('balances that are chosen after the split', () => {
  test.each<[balance: number, paid: unknown[]]>([
    [1800, []],
    [1799, [['wallet', 1]]],
    [1300, [['wallet', 500]]],
    [
      1299,
      [
        ['wallet', 1],
        ['bank', 500],
      ],
    ],
  ])('a balance of %i pays before the providers', async (amount, paid) => {
    const customer = await shop.given.customer()
    const credit = { customer_id: customer.id, kind: 'store-credit', currency_code: 'eur', amount, note: 'Gift' }
    await expectSuccess(shop.admin.post('/admin/balances', credit))
    const cart = await splitCart(BANKS, { by: customer, email: customer.email })
    bank.pay(cart)
    await expectSuccess(customer.post(`/store/carts/${cart.id}/tenders`, { tenders: [{ kind: 'store-credit' }] }))
    if (paid.length > 0) wallet.pay(cart)
    expect(paymentsOf(await expectOrder(complete(cart, customer)))).toEqual([...paid, ['balance', amount]])
  })
})

test('another caller who splits the payment of a cart ends the choice of its balances', async () => {
  const customer = await shop.given.customer()
  const credit = { customer_id: customer.id, kind: 'store-credit', currency_code: 'eur', amount: 900, note: 'Gift' }
  await expectSuccess(shop.admin.post('/admin/balances', credit))
  const cart = await splitCart(CARDS, { by: customer, email: customer.email })
  const path = `/store/carts/${cart.id}/tenders` as const
  await expectSuccess(customer.post(path, { tenders: [{ kind: 'store-credit' }] }))
  await expectSuccess(split(cart, CARDS))
  expect(await expectSuccess(customer.get(path))).toMatchObject({ due: 1800 })
  expect(paymentsOf(await expectOrder(complete(cart, customer)))).toEqual([
    ['voucher', 1300],
    ['card', 500],
  ])
})

describe('sessions that change while a part is paid', () => {
  const paidFirst = async () => {
    const cart = await splitCart(CARDS)
    await setData(cart, card, { card: 'confirm' })
    await expectWaiting(complete(cart))
    return { cart, path: `/store/carts/${cart.id}/payment-sessions` as const }
  }

  test('a new start of a session keeps the other part', async () => {
    const { cart, path } = await paidFirst()
    await expectSuccess(shop.post(path))
    await expectSuccess(shop.post(`${path}/card/refresh`))
    expect(paymentsOf(await placeOrder(cart))).toEqual([
      ['voucher', 1300],
      ['card', 500],
    ])
    expect(chargesOf(cart)).toHaveLength(3)
  })

  test('a deletion or a selection cancels both payments', async () => {
    for (const provider_id of ['card', 'voucher']) {
      const { cart } = await paidFirst()
      await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-session`, { provider_id }))
      expect(paymentsOf(await placeOrder(cart))).toEqual([[provider_id, 1800]])
    }
    const { cart, path } = await paidFirst()
    await expectSuccess(shop.delete(`${path}/voucher`))
    await expectErrorMessage(complete(cart), 400, 'You cannot complete a cart without a payment session.')
    expect(statusesOf(cart)).toEqual(['canceled', 'canceled'])
    expect((await readCart(cart)).payment_session ?? null).toBeNull()
  })
})
