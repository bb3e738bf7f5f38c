import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Payment } from '#entities/cart/payment/payment.ts'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { daysAgo } from '#test/support/aged-rows.ts'
import { type BankOverHttp, bankPlugin, openBankOverHttp } from '#test/support/bank-over-http.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import { isHealthy, runProgram } from '#test/support/program.ts'
import { endPaymentLeases, reconcile } from '#test/support/remote-bank.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { freePort } from '../../bench/free-port.ts'

const KILLS = 6
const CARTS = 4

/** Completes the carts at another server, and kills it after some requests to the bank. */
async function completeAndKill(shop: TestShop, bank: BankOverHttp, { ids, after }: { ids: string[]; after: number }) {
  using files = scratchDirectory()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await using server = runProgram([process.execPath, 'test/support/bank-server.ts'], {
    ...{ DATABASE_URL: shop.databaseUrl, FILES_DIR: files.path, SESSION_SECRET: 'x'.repeat(32) },
    ...{ BANK_URL: bank.url, PORT: String(port), LOG_LEVEL: 'silent' },
  })
  await server.waitFor(() => isHealthy(url))
  const before = bank.requests
  const calls = ids.map((id) => fetch(`${url}/store/carts/${id}/complete`, { method: 'POST' }))
  await Promise.race([Promise.allSettled(calls), server.waitFor(() => bank.requests >= before + after)])
  await pause(after * 3)
  server.signal('SIGKILL')
  await Promise.allSettled(calls)
  await server.result
}

test('servers that are killed between the parts of payments place each order once, or hold no money', async () => {
  await using bank = await openBankOverHttp()
  await using shop = await openTestShop({ plugins: [bankPlugin(bank.url)] })
  const region = await shop.given.region({ payment_providers: ['card', 'voucher'] })
  const payments = [{ provider_id: 'card', amount: 500 }, { provider_id: 'voucher' }]
  const open = async (): Promise<string> => {
    const { id } = await shop.given.payableCart({ region })
    await expectSuccess(shop.post(`/store/carts/${id}/split-payment`, { payments }))
    return id
  }
  const expectConserved = async (): Promise<Payment[]> => {
    const paid = await shop.orm.em.fork().find(Payment, {})
    const held = [...bank.ledger.values()].filter(({ status }) => status === 'authorized')
    expect(held.map(({ key }) => key).toSorted()).toEqual(paid.map(({ data }) => String(data.payment)).toSorted())
    const orders = Map.groupBy(paid, ({ order_id }) => order_id)
    for (const parts of orders.values()) expect(parts.map(({ amount }) => amount).toSorted()).toEqual([500, 700])
    return paid
  }

  const carts: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const ids = await Promise.all(Array.from({ length: CARTS }, open))
    carts.push(...ids)
    await completeAndKill(shop, bank, { ids, after: 1 + kill })
  }
  const interrupted = await shop.orm.em.fork().find(PaymentAttempt, { status: { $in: ['started', 'authorized'] } })
  expect(interrupted.map(({ amount }) => amount)).toContain(700)
  await endPaymentLeases(shop)
  // The customers of half of the carts try again. The others never come back.
  const again = carts.filter((_, i) => i % 2 === 0)
  for (const id of again) await expectOrder(shop.post(`/store/carts/${id}/complete`))
  await reconcile(shop)
  await changeRows(shop, PaymentAttempt, {}, { updated_at: daysAgo(2) })
  await reconcile(shop)
  const paid = await expectConserved()
  for (const id of again) expect(paid.filter(({ cart_id }) => cart_id === id)).toHaveLength(2)
  const unsettled = await shop.orm.em
    .fork()
    .find(PaymentAttempt, { status: { $in: ['started', 'authorized', 'canceling'] } })
  expect(unsettled).toEqual([])
}, 300_000)
