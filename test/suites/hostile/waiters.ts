import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { checkout, type Send } from '../../../bench/checkout.ts'
import { runWithClients } from '../../../bench/clients.ts'
import { Connection } from '../../../bench/connection.ts'
import type { RunningServer } from '../../../bench/server.ts'
import { type BenchShop, setUpShop } from '../../../bench/shop.ts'
import { openRaceShop, type RaceShop } from '../race/shop.ts'
import { Attacker, type AttackRequest } from './under-attack/attacker.ts'

export interface ContendedShop {
  server: RunningServer
  databaseUrl: string
  waiters: number
  checkouts: number
  /** `another process` locks the row all the time, or only `the callers` lock it in turn. */
  holders: readonly Holder[]
}

type Holder = 'another process' | 'the callers'

export interface Contended {
  row: string
  holder: Holder
  waiting: number
  answers: ReadonlyMap<string, number>
  findings: string[]
}

interface Row {
  lock: string
  /** True if only cart completions lock it. Completions of all carts wait for each other. */
  isLockedByCompletions?: boolean
  id: string
  requestOf: (i: number) => AttackRequest
}

/** Makes many callers wait for one row while customers check out with other rows. */
export async function contend({ server, databaseUrl, holders, ...load }: ContendedShop): Promise<Contended[]> {
  const sold = await setUpShop(server)
  const rows = await makeRows(server, load.waiters)
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  const contended: Contended[] = []
  try {
    for (const holder of holders)
      for (const [row, prepare] of Object.entries(rows)) {
        const isHeld = holder === 'another process'
        const result = await contendFor(await prepare(), { server, sold, database, isHeld, ...load })
        contended.push({ row, holder, ...result })
      }
  } finally {
    await database.end()
  }
  return contended
}

interface Contention {
  server: RunningServer
  sold: BenchShop
  database: Client
  isHeld: boolean
  waiters: number
  checkouts: number
}

async function contendFor(
  { lock, isLockedByCompletions, id, requestOf }: Row,
  { server, sold, database, isHeld, waiters, checkouts }: Contention,
): Promise<Omit<Contended, 'row' | 'holder'>> {
  const attacker = new Attacker(server.url)
  await database.query('begin')
  if (isHeld) await database.query(lock, [id])
  const attacking = attacker.inLoops(waiters, requestOf)
  const findings: string[] = []
  while (isHeld && (await countWaiting(database)) === 0) {
    const answered = Array.from(attacker.answers.values()).reduce((sum, count) => sum + count, 0)
    if (answered < waiters * 10) await pause(10)
    else {
      findings.push('The callers received responses and none of them waits for the row')
      break
    }
  }
  const customer = new Connection(server.url)
  const send: Send = async (step, method, path, body) =>
    step === 'complete' && isHeld && isLockedByCompletions
      ? JSON.parse(NOT_COMPLETED)
      : customer.send(method, path, body)
  await runWithClients(
    2,
    (begun) => begun < checkouts,
    (i) =>
      checkout(send, sold, i).catch((error: Error) => findings.push(`A customer was not served: ${error.message}`)),
  )
  const waiting = await countWaiting(database)
  await database.query('rollback')
  attacker.hold()
  await attacking
  attacker.stop()
  customer.close()
  for (const [answer, count] of attacker.answers)
    if (!/^[24]|503/.test(answer)) findings.push(`${count} callers got the answer ${answer}`)
  return { waiting, answers: attacker.answers, findings }
}

/** Replaces the response to a completion that the customer does not send. */
const NOT_COMPLETED = JSON.stringify({ type: 'order', data: {} })

async function countWaiting(database: Client): Promise<number> {
  const { rows } = await database.query(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0].count
}

const CART = 'select from cart where id = $1 for update'

async function makeRows(server: RunningServer, waiters: number): Promise<Record<string, () => Promise<Row>>> {
  const shop = await openRaceShop([server])
  const admin = new Connection(server.url)
  const { access_token } = await admin.post<{ access_token: string }>('/admin/auth/token', {
    email: server.email,
    password: server.password,
  })
  admin.close()
  const asAdmin = { authorization: `Bearer ${access_token}` }
  const completing = async (
    lock: string,
    id: string,
    options: Parameters<RaceShop['payableCarts']>[1],
  ): Promise<Row> => {
    const carts = await shop.payableCarts(waiters, options)
    return {
      lock,
      id,
      isLockedByCompletions: true,
      requestOf: (i) => ({ path: `/store/carts/${carts[i % carts.length]}/complete` }),
    }
  }
  const openCart = async () => (await shop.payableCarts(1, { variant_id: (await shop.variant(1000)).id }))[0] as string
  return {
    async 'an idempotency key'() {
      const id = await openCart()
      const headers = { 'idempotency-key': randomUUID() }
      return {
        lock: CART,
        id,
        requestOf: () => ({ path: `/store/carts/${id}`, body: { email: 'a@example.com' }, headers }),
      }
    },
    async 'a cart'() {
      const id = await openCart()
      return {
        lock: CART,
        id,
        requestOf: (i) => ({ path: `/store/carts/${id}`, body: { email: `waiter${i}@example.com` } }),
      }
    },
    async 'an order'() {
      const { body } = await shop.post(`/store/carts/${await openCart()}/complete`)
      const { id } = body.data
      return {
        lock: 'select from "order" where id = $1 for update',
        id,
        requestOf: (i) => ({ path: `/admin/orders/${id}`, body: { no_notification: i % 2 === 0 }, headers: asAdmin }),
      }
    },
    async 'a variant'() {
      const { id } = await shop.variant(1000)
      return completing('select from product_variant where id = $1 for update', id, { variant_id: id })
    },
    async 'a discount'() {
      const { id: variant_id } = await shop.variant(1000)
      const { id, code } = await shop.discount(1000)
      return completing('select from discount where id = $1 for update', id, { variant_id, discounts: [{ code }] })
    },
    async 'a gift card'() {
      const { id: variant_id } = await shop.variant(1000)
      const { id, code } = await shop.giftCard(1_000_000)
      return completing('select from gift_card where id = $1 for update', id, { variant_id, gift_cards: [{ code }] })
    },
    async 'a customer'() {
      const account = { email: `${randomUUID()}@example.com`, password: 'correct horse' }
      const { body } = await shop.post('/store/customers', { first_name: 'C', last_name: 'C', ...account })
      const login = await shop.post<{ access_token: string }>('/store/auth/token', account)
      const headers = { authorization: `Bearer ${login.body.access_token}` }
      return {
        lock: 'select from customer where id = $1 for update',
        id: body.customer.id,
        requestOf: (i) => ({ path: '/store/customers/me', body: { first_name: `C${i}` }, headers }),
      }
    },
  }
}
