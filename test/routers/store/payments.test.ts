import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Payment } from '#entities/payment/payment.ts'
import { PaymentAttempt } from '#entities/payment/payment-attempt.ts'
import { PaymentProvider } from '#entities/payment/payment-provider.ts'
import { reconcilePayments } from '#entities/payment/reconcile-payments.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import { listen } from '#server/listen.ts'
import { type DummyCard, dummyCard } from '#server/providers/dummy-card.ts'
import { answered, type Json } from '#test/support/given.ts'
import type { Reply } from '#test/support/lab.ts'
import { refuses } from '#test/support/refuses.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'

/* A provider that is asked over the network, and does what networks do. */

const PATIENCE = 800
/** Slow, but in time; and too slow. */
const [SLOW, LATE] = [250, 1300]

let shop: TestShop
let bank: DummyCard
let region: Json
beforeAll(async () => {
  bank = dummyCard({ patience: PATIENCE })
  shop = await openTestShop({ providers: providersWith(bank) })
  const em = shop.orm.em.fork()
  em.create(PaymentProvider, { id: 'dummy-card' })
  await em.flush()
  region = await shop.given.region({ payment_providers: ['dummy-card', 'manual'], gift_cards_taxable: false })
})
afterAll(() => shop[Symbol.asyncDispose]())

const complete = ({ id }: Json, at = shop.url): Promise<Reply> =>
  shop.post(`/store/carts/${id}/complete`).then((reply) => reply, undefined) && postTo(`${at}/store/carts/${id}/complete`)
