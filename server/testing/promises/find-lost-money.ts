import { createShopClient, type ShopClient } from '#client/index.ts'
import { statement } from '#database/statement.ts'
import type { TenderKind } from '#entities/promotions/balance/tender-kind.ts'
import { type RunningShop, runShop } from '../run-shop.ts'
import { explainRefusal } from './explain-refusal.ts'
import { filledDatabaseOf } from './filled-database.ts'
import { type Reached, RefusedStep } from './refused-step.ts'
import type { SampleCart, Subject } from './subject.ts'
import { findViolatedInvariants } from './violated-invariants.ts'

/* An order that a balance pays, and that is undone, leaves the balance as it was. */

const SERVERS = 3
const UNITS = 100_000

/** Each way undoes an order completely. */
const WAYS = {
  canceled: ['order.cancel'],
  refunded: ['order.capture', 'order.refund'],
} as const
type Way = keyof typeof WAYS

/** The balance pays a half of the order, or nothing. */
const CASES = (['canceled', 'refunded'] as const).flatMap((way) => [[way, true] as const, [way, false] as const])

/** Returns the balances of the plugin that a refused step or an undone order changes, and the violated invariants. */
export async function findLostMoney(subject: Subject): Promise<string[]> {
  const kinds = subject.parts.tenders.filter(({ plugin }) => plugin === subject.plugin.name)
  if (kinds.length === 0) return []
  const { name, token, samples, callers } = await filledDatabaseOf(subject)
  const refusedStep = new RefusedStep()
  const parts = { ...subject.parts, effects: [...subject.parts.effects, refusedStep.guard] }
  await using shop = await runShop(parts, name, { servers: SERVERS, logger: subject.faults.logger })
  const { customer_id: id, variant_ids } = samples.customer
  const headers = callers.customer
  const customer = { id, email: 'customer@example.com', headers }
  const items = variant_ids.slice(0, 1).map((variant_id) => ({ variant_id, quantity: 1 }))
  const { admin } = createShopClient({ url: shop.urls[0], token })
  const { store } = createShopClient({ url: shop.urls[0], headers: { ...headers } })
  const found: string[] = []
  for (const kind of kinds)
    for (const [way, paysHalf] of CASES) {
      const cart = await explainRefusal(subject.addCart(shop, token, { customer, items }))
      if (paysHalf) await payHalf({ admin, store }, { cart, kind, customer_id: id })
      const purchase = { shop, admin, refusedStep, cart, customer_id: id, kind: kind.kind }
      found.push(...(await buyAndUndo(purchase, way)))
    }
  return [...new Set(found), ...(await findViolatedInvariants(shop))]
}

async function payHalf(
  { admin, store }: Pick<ShopClient, 'admin' | 'store'>,
  { cart: { id }, kind: { kind, worth }, customer_id }: { cart: SampleCart; kind: TenderKind; customer_id: string },
): Promise<void> {
  const { currency_code, total } = await store.carts.getTenders.query({ id })
  const currency = worth === null ? { currency_code } : {}
  await admin.balances.adjust.mutate({ customer_id, kind, ...currency, amount: UNITS, note: 'For the promises' })
  await store.carts.setTenders.mutate({ id, tenders: [{ kind, max_amount: Math.ceil(total / 2) }] })
}

interface Purchase {
  shop: RunningShop
  admin: ShopClient['admin']
  refusedStep: RefusedStep
  cart: SampleCart
  customer_id: string
  kind: string
}

async function buyAndUndo(purchase: Purchase, way: Way): Promise<string[]> {
  const { shop, admin, cart, customer_id, kind } = purchase
  const readBalance = async () => (await selectBalance(shop.orm.em.fork(), customer_id, kind))[0]?.balance ?? 0
  const found: string[] = []
  /** Refuses the step once after its effects. */
  const take = async <Result>(step: Reached, call: () => Promise<Result>): Promise<Result> => {
    const before = await readBalance()
    await purchase.refusedStep.refuse(step, call)
    if ((await readBalance()) !== before)
      found.push(
        `The effect ${step} changed the balance ${kind} although its step was refused. Call \`add\` with \`em\` of the effect.`,
      )
    return call()
  }
  const before = await readBalance()
  const { order } = await take('cart.complete', async () => {
    await Promise.allSettled(Array.from({ length: SERVERS }, () => cart.complete()))
    return explainRefusal(cart.complete())
  })
  const { id } = order
  if (way === 'canceled') await take('order.cancel', () => admin.orders.cancel.mutate({ id }))
  else {
    await take('order.capture', () => admin.orders.capture.mutate({ id }))
    const { refundable_amount: amount } = (await admin.orders.get.query({ id })).order
    await take('order.refund', () => admin.orders.refund.mutate({ id, amount, reason: 'other' }))
  }
  const change = (await readBalance()) - before
  if (change !== 0)
    found.push(
      `The balance ${kind} of the customer ${change > 0 ? 'grows' : 'falls'} by ${Math.abs(change)} with an order that is ${way}. Revert in \`${WAYS[way].at(-1)}\` what another effect added.`,
    )
  return found
}

const selectBalance = statement<{ balance: number }>(`
  select coalesce(sum(e.amount), 0)::float8 as balance
  from balance_entry e join balance_account a on a.id = e.account_id where a.customer_id = $1 and a.kind = $2`)
