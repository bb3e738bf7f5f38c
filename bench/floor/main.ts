import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { newId } from '#entities/values/id.ts'
import { type Duties, runWithDuties } from './duties.ts'
import { type Cart, price } from './price.ts'
import { readCatalogue } from './read-catalogue.ts'
import * as sql from './statements.ts'

/*
 * The floor is a minimal server for checkouts and for reads of the catalogue on the same tables. It computes the same totals, does not oversell and
 * creates one order for each cart. It has no validation, sessions, events, jobs, audit log, idempotency keys,
 * providers, gift cards, price lists or sales channels. Commits of orders are durable. Commits of carts are
 * asynchronous, or durable with DURABLE_CARTS=true. With DUTIES=true it also stores idempotency keys and events.
 *   DATABASE_URL=… PORT=… node bench/floor/main.ts
 */

const areCartsDurable = process.env.DURABLE_CARTS === 'true'

/** The settings of the sessions are those of the service. One pool, because carts and orders then share the caches of a session. */
const SESSION = [
  'plan_cache_mode=force_generic_plan',
  'random_page_cost=1.1',
  'jit=off',
  `synchronous_commit=${areCartsDurable ? 'on' : 'off'}`,
]

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  idleTimeoutMillis: 5 * 60_000,
  options: SESSION.map((setting) => `-c ${setting}`).join(' '),
})

let statements = 0
const names = new Map<string, string>()
function runStatement(text: string, values: unknown[]): Promise<pg.QueryResult> {
  const name = names.get(text) ?? `floor_${names.size}`
  names.set(text, name)
  statements += 1
  return (transaction.getStore() ?? pool).query({ name, text, values })
}

const transaction = new AsyncLocalStorage<pg.PoolClient>()

const duties: Duties = {
  transaction,
  connect: () => pool.connect(),
  run: runStatement,
}

async function read(id: string): Promise<Cart> {
  const { rows } = await runStatement(sql.readCart, [id])
  return rows[0].cart
}

const show = async (id: string) => shown(await read(id))

function shown(cart: Cart): object {
  const { totals } = price(cart)
  return {
    cart: { ...cart, ...totals, items: cart.items.map((item, i) => ({ ...item, ...totals.lines[i] })) },
  }
}

interface RequestBody {
  region_id: string
  variant_id: string
  quantity: number
  email: string
  shipping_address: Record<string, string>
  discounts: { code: string }[]
  option_id: string
}

const steps: Record<string, (id: string, body: RequestBody) => Promise<object>> = {
  'POST carts': async (_, { region_id }) => {
    const id = newId('cart')
    await runStatement(sql.createCart, [id, region_id])
    return show(id)
  },
  'GET carts': (id) => show(id),
  'POST line-items': async (id, { variant_id, quantity }) => {
    await runStatement(sql.addLine, [newId('item'), id, variant_id, quantity])
    return show(id)
  },
  'POST cart': async (id, { email, shipping_address: at, discounts }) => {
    const address = [at.first_name, at.last_name, at.address_1, at.city, at.postal_code, at.country_code]
    const ids = [newId('cus'), email, newId('addr'), newId('addr')]
    await runStatement(sql.updateCart, [id, ...ids, ...address, discounts[0]?.code])
    return show(id)
  },
  'POST shipping-methods': async (id, { option_id }) => {
    await runStatement(sql.addShipping, [newId('sm'), id, option_id])
    return show(id)
  },
  'POST payment-sessions': async (id) => {
    const cart = await read(id)
    const { rows } = await runStatement(sql.addSession, [newId('ps'), id, price(cart).totals.total, cart.version])
    return shown({ ...cart, payment_sessions: rows })
  },
  'POST complete': (id) => complete(id),
}

async function complete(id: string): Promise<object> {
  const cart = await read(id)
  const { discounted, totals } = price(cart)
  const adjusted = discounted.flatMap((line) => line.adjustments.map(({ amount }) => ({ id: line.id, amount })))
  const amounts = [adjusted.map(({ id }) => id), adjusted.map(({ amount }) => amount)]
  const order = newId('order')
  const paid = [newId('pay'), totals.total]
  const values = [id, order, ...paid, cart.discounts[0]?.id, ...amounts, cart.region.tax_rate, cart.version]
  const placed = await runStatement(sql.placeOrder, values)
  const [placedOrder] = placed.rowCount
    ? [{ id: order, ...placed.rows[0] }]
    : (await runStatement(sql.findOrder, [id])).rows
  if (!placedOrder) throw new Error('This cart cannot be completed')
  return { type: 'order', data: { ...cart, ...totals, ...placedOrder, cart_id: id } }
}

async function commitModes(): Promise<Record<'carts' | 'orders', string>> {
  const { rows } = await pool.query(
    `select current_setting('synchronous_commit') as carts, ${sql.commitDurably} as orders`,
  )
  return rows[0]
}

async function bodyOf(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return JSON.parse(text || '{}')
}

const server = createServer(async (request, response) => {
  if (request.url === '/health') return response.end('OK')
  if (request.url === '/statements') return response.end(String(statements))
  if (request.url === '/commits') return response.end(JSON.stringify(await commitModes()))
  const url = new URL(request.url ?? '', 'http://localhost')
  const [, , , id = '', what = id ? 'cart' : 'carts'] = url.pathname.split('/')
  try {
    const step = request.method === 'GET' ? steps['GET carts'] : steps[`POST ${what}`]
    const body = await bodyOf(request)
    const work = async () => JSON.stringify(await step!(id, body))
    const key =
      process.env.DUTIES === 'true' && request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const answer =
      (await readCatalogue(runStatement, url, body)) ??
      (await (key ? runWithDuties(duties, { key: String(key), isOrder: what === 'complete' }, work) : work()))
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
      .end(answer)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
