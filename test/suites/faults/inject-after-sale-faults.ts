import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Login } from '../../../bench/shop.ts'
import { replyOf } from '../../support/reply.ts'
import type { AdminOrder } from '../../support/resources.ts'
import { actOnSomeOrder, findFaultyAnswers } from '../race/after-sale/after-sale.ts'
import { auditOrders } from '../race/after-sale/audit-orders.ts'
import { expectOk, type SharedOrders, shareOrders } from '../race/after-sale/shared-orders.ts'
import { type Administrator, logIn, type Outcome, openRaceShop } from '../race/shop.ts'
import { auditShop } from './audit.ts'
import { UNHURRIED } from './checkouts.ts'
import type { FaultOptions, FaultOutcome } from './fault.ts'
import { type InjectFault, injectFaultsDuring } from './inject-faults.ts'
import { PermanentError, ResponseLog, sendOnce } from './retrying-client.ts'

export interface AfterSaleFaults extends FaultOptions {
  server: Login
  databaseUrl: string
  describe: (times: number) => string
  injectFault: InjectFault
}

/** A small number, so that administrators work on the same orders. */
const ADMINISTRATORS_PER_ORDER = 3

const LAST_TURNS = 5

/**
 * Injects faults while administrators return, claim, swap, edit, capture, refund and fulfill orders. Each request is repeated
 * with one idempotency key until it succeeds. Afterwards the audits must pass and further operations succeed.
 */
export async function injectAfterSaleFaults(input: AfterSaleFaults): Promise<FaultOutcome> {
  const { server, databaseUrl, describe, injectFault, clients, checkouts, ...options } = input
  const answers = new ResponseLog()
  const administrator = createRetryingAdministrator(server.url, await logIn(server), answers)
  const shared = await shareOrders(
    await openRaceShop([server]),
    administrator,
    Math.max(3, Math.ceil(clients / ADMINISTRATORS_PER_ORDER)),
  )
  const replies: Outcome[] = []
  const act = async () => void replies.push(await actOnSomeOrder(administrator, shared))
  const [, faultCount] = await injectFaultsDuring(
    async (isOpen) => {
      const work = async () => {
        while (isOpen() || replies.length < checkouts) {
          if (replies.length >= checkouts) await pause(UNHURRIED)
          await act()
        }
      }
      await Promise.all(Array.from({ length: clients }, work))
    },
    { ...options, answers, injectFault },
  )
  for (let turn = 0; turn < LAST_TURNS * clients; turn++) await act()
  const unfinished = await finish(administrator, shared)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const query = async (sql: string, parameters: unknown[] = []) => (await client.query(sql, parameters)).rows
    const violations = [
      ...answers.wrong,
      ...replies.flatMap(findFaultyAnswers),
      ...unfinished,
      ...(await auditShop(query)),
      ...(await auditOrders(query, shared, (path) => expectOk(administrator('GET', path)))),
    ]
    return { what: describe(faultCount), orders: shared.ids.length, answers, violations }
  } finally {
    await client.end()
  }
}

const CONFLICTS = 10

const createRetryingAdministrator =
  (url: string, cookie: string, answers: ResponseLog): Administrator =>
  async (method, path, body) => {
    const json = { 'content-type': 'application/json', 'x-forwarded-proto': 'https', cookie }
    const request =
      method === 'GET'
        ? { method, headers: json }
        : { method, headers: { ...json, 'idempotency-key': randomUUID() }, body: JSON.stringify(body ?? {}) }
    for (let conflicts = 0; conflicts < CONFLICTS; ) {
      try {
        const answer = await sendOnce(url + path, request, answers)
        if (answer?.status === 200) return answer
        if (answer?.status === 409) conflicts += 1
        await pause(answer?.status === 503 ? 250 : 50)
      } catch (error) {
        if (!(error instanceof PermanentError)) throw error
        return { status: error.status, body: error.body }
      }
    }
    return replyOf(Response.json({ type: 'conflict', message: 'The shop has no room for this' }, { status: 409 }))
  }

async function finish(administrator: Administrator, { ids }: SharedOrders): Promise<string[]> {
  const stuck: string[] = []
  const tryEach = async (...paths: [path: string, body?: object][]) => {
    const refusals: string[] = []
    for (const [path, body] of paths) {
      const { status, body: answer } = await administrator('POST', path, body)
      if (status === 200) return
      refusals.push(`${path} answered ${status}: ${answer.message}`)
    }
    stuck.push(...refusals)
  }
  for (const id of ids) {
    const read = async () => (await expectOk(administrator('GET', `/admin/orders/${id}?fields=*edits`))).order
    const order = await read()
    for (const edit of order.edits.filter(isOpenEdit)) await tryEach([`/admin/order-edits/${edit.id}/cancel`])
    for (const { id: returned, items } of returnsOf(order)) {
      const quantities = items.map(({ item_id, quantity }) => ({ item_id, quantity }))
      const receive: [string, object] = [`/admin/returns/${returned}/receive`, { items: quantities }]
      await tryEach(receive, [`/admin/returns/${returned}/cancel`])
    }
    const { status, payments } = await read()
    const isDue = payments.some(({ captured_at, canceled_at }) => !captured_at && !canceled_at)
    if (status !== 'canceled' && isDue) await tryEach([`/admin/orders/${id}/capture`])
  }
  return stuck
}

const isOpenEdit = ({ status }: AdminOrder['edits'][number]) => status === 'created' || status === 'requested'

/**
 * Returns the returns that are not received yet. A return of a claim or a swap can also be in the list of the order.
 */
function returnsOf({ returns, claims, swaps }: AdminOrder): AdminOrder['returns'][number][] {
  const all = [...returns, ...[...claims, ...swaps].flatMap(({ return_order }) => return_order ?? [])]
  const requested = all.filter(({ status }) => status === 'requested')
  return [...new Map(requested.map((one) => [one.id, one])).values()]
}
