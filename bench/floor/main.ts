import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { newId } from '#entities/id.ts'
import { type Cart, price } from './price.ts'
import * as sql from './statements.ts'

/*
 * The limit: the least that a server can do for a checkout on the same tables, without types, checks of the input,
 * sessions, errors that explain, other providers, gift cards, price lists or documents. It is here to be compared with.
 *
 *   DATABASE_URL=… PORT=… node bench/floor/main.ts
 */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const names = new Map<string, string>()
function ask(db: pg.Pool | pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
  const name = names.get(text) ?? `floor_${names.size}`
  names.set(text, name)
  return db.query({ name, text, values })
}

async function read(id: string, db: pg.Pool | pg.PoolClient = pool): Promise<Cart> {
  const { rows } = await ask(db, sql.readCart, [id])
  return rows[0].cart
}

async function show(id: string): Promise<object> {
  const cart = await read(id)
  const { totals } = price(cart)
  return {
    cart: { ...cart, ...totals, items: cart.items.map((item: Cart, i: number) => ({ ...item, ...totals.lines[i] })) },
  }
}

const steps: Record<string, (id: string, body: Cart) => Promise<object>> = {
  'POST carts': async (_, { region_id }) => {
    const id = newId('cart')
    await ask(pool, sql.createCart, [id, region_id])
    return show(id)
  },
  'GET carts': (id) => show(id),
  'POST line-items': async (id, { variant_id, quantity }) => {
    await ask(pool, sql.addLine, [newId('item'), id, variant_id, quantity])
    return show(id)
  },
  'POST cart': async (id, { email, shipping_address: at, discounts }) => {
    const address = [at.first_name, at.last_name, at.address_1, at.city, at.postal_code, at.country_code]
    const ids = [newId('cus'), email, newId('addr'), newId('addr')]
    await ask(pool, sql.updateCart, [id, ...ids, ...address, discounts[0].code])
    return show(id)
  },
  'POST shipping-methods': async (id, { option_id }) => {
    await ask(pool, sql.addShipping, [newId('sm'), id, option_id])
    return show(id)
  },
  'POST payment-sessions': async (id) => {
    const { totals } = price(await read(id))
    await ask(pool, sql.addSession, [newId('ps'), id, totals.total])
    return show(id)
  },
  'POST complete': (id) => complete(id),
}

async function complete(id: string): Promise<object> {
  const db = await pool.connect()
  try {
    await db.query('begin')
    await ask(db, sql.lockCart, [id])
    const cart = await read(id, db)
    const { discounted, totals } = price(cart)
    const taken = await ask(db, sql.takeStock, [id])
    if (cart.completed_at || taken.rowCount !== cart.items.length) throw new Error('This cart cannot be completed')
    const adjusted = discounted.flatMap((line: Cart) =>
      line.adjustments.map(({ amount }: Cart) => ({ id: line.id, amount })),
    )
    const ids = [newId('order'), newId('pay')]
    const amounts = [adjusted.map((one: Cart) => one.id), adjusted.map((one: Cart) => one.amount)]
    const placed = await ask(db, sql.placeOrder, [
      id,
      ...ids,
      totals.total,
      cart.discounts[0]?.id,
      ...amounts,
      cart.region.tax_rate,
    ])
    await db.query('commit')
    return {
      type: 'order',
      data: { ...cart, ...totals, id: ids[0], cart_id: id, display_id: placed.rows[0].display_id },
    }
  } catch (error) {
    await db.query('rollback')
    throw error
  } finally {
    db.release()
  }
}

async function bodyOf(request: IncomingMessage): Promise<Cart> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text ? JSON.parse(text) : {}
}

const server = createServer(async (request, response) => {
  if (request.url === '/health') return response.end('OK')
  const [, , , id = '', what = id ? 'cart' : 'carts'] = (request.url ?? '').split('/')
  try {
    const step = request.method === 'GET' ? steps['GET carts'] : steps[`POST ${what}`]
    const answer = JSON.stringify(await step!(id, await bodyOf(request)))
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
      .end(answer)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
