import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopSchema } from '#server/database/shop-schema.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'
import { runCommand } from '#test/support/program.ts'
import { waitUntil } from '#test/support/wait-until.ts'
import { checkOutOver } from '../../../bench/checkout.ts'
import { Connection } from '../../../bench/connection.ts'
import { freePort } from '../../../bench/free-port.ts'
import { type RunningServer, serverEnvironment, startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'

/* Three shops in three schemas of one database, one of them in `public`. */

const ending = new AsyncDisposableStack()
let databaseUrl: string
beforeAll(async () => {
  databaseUrl = ending.use(await cloneDatabase()).url
  await executeSql(databaseUrl, 'create schema east; create schema west')
})
afterAll(() => ending.disposeAsync())

const urlWith = (searchPath: string) => `${databaseUrl}?options=${encodeURIComponent(`-c search_path=${searchPath}`)}`

const SHOPS = [
  { name: 'public', path: 'public', orders: 1 },
  { name: 'east', path: 'east', orders: 2 },
  { name: 'west', path: 'west,public', orders: 3 },
]

const PASSWORD = 'correct horse battery'

/** A start does not change the password of an administrator. */
const startShop = async (path: string, port?: number): Promise<RunningServer> => {
  const server = await startServer(urlWith(path), { ADMIN_PASSWORD: PASSWORD, ...(port && { PORT: `${port}` }) })
  return { ...server, password: PASSWORD }
}

async function startAll(): Promise<RunningServer[]> {
  const ports = new Set<number>()
  while (ports.size < SHOPS.length) ports.add(await freePort())
  return Promise.all([...ports].map((port, place) => startShop(SHOPS[place]!.path, port)))
}

const stopAll = (servers: readonly RunningServer[]) =>
  Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))

const logIn = async ({ url, email, password }: RunningServer): Promise<Connection> => {
  const admin = new Connection(url)
  await admin.logIn(email, password)
  return admin
}

interface ExportJob {
  batch_job: { id: string; status: string; result: { count: number } | null }
}

async function exportOrders(admin: Connection): Promise<ExportJob['batch_job']> {
  const { batch_job: job } = await admin.post<ExportJob>('/admin/batch-jobs', { type: 'order-export', context: {} })
  let read = job
  await waitUntil(async () => {
    read = (await admin.get<ExportJob>(`/admin/batch-jobs/${job.id}`)).batch_job
    return read.status === 'completed'
  })
  return read
}

const openJobsIn = (name: string) =>
  executeSql(
    databaseUrl,
    `select task_identifier from ${shopSchema(name).jobs}.jobs where task_identifier <> 'tidy_up'`,
  )

test('three shops in the schemas of one database start twice, sell, run jobs and export without each other', async () => {
  await stopAll(await startAll())
  const servers = await startAll()
  await using _ = { [Symbol.asyncDispose]: async () => void (await stopAll(servers)) }
  await Promise.all(
    servers.map(async (server, place) => {
      const shop = await setUpShop(server)
      const connection = new Connection(server.url)
      for (let i = 0; i < SHOPS[place]!.orders; i++) await checkOutOver(connection, shop, i)
      connection.close()
    }),
  )
  for (const [place, server] of servers.entries()) {
    const { name, orders } = SHOPS[place]!
    const admin = await logIn(server)
    const list = await admin.get<{ count: number; orders: { display_id: number }[] }>('/admin/orders')
    expect([name, list.count, list.orders.map(({ display_id }) => display_id).toSorted()]).toEqual([
      name,
      orders,
      Array.from({ length: orders }, (__, i) => i + 1),
    ])
    expect((await exportOrders(admin)).result?.count).toBe(orders)
    admin.close()
    await waitUntil(async () => (await openJobsIn(name)).length === 0)
    const rows = await executeSql(databaseUrl, `select id from ${name}."order"`)
    expect(rows).toHaveLength(orders)
  }
})

test('the commands reach the shop of the search path', async () => {
  for (const { path } of SHOPS) {
    const env = { ...serverEnvironment(urlWith(path), { email: 'ada@example.com', password: 'x' }), NODE_ENV: '' }
    for (const command of ['migrate', 'audit', 'doctor']) {
      const { code, stdout } = await runCommand([command], env)
      expect([path, command, code, stdout]).toEqual([path, command, 0, expect.anything()])
    }
  }
})

test('an empty schema next to a filled one has pending migrations', async () => {
  await executeSql(databaseUrl, 'create schema north')
  const env = { DATABASE_URL: urlWith('north,public'), SESSION_SECRET: 'x'.repeat(32) }
  const { code, stdout } = await runCommand(['doctor'], env)
  expect([code, stdout]).toEqual([1, expect.stringMatching(/\d+ migrations of the core are pending/)])
})

test('a shop survives the removal of the schema of another shop', async () => {
  await executeSql(databaseUrl, `drop schema east cascade; drop schema ${shopSchema('east').jobs} cascade`)
  await using server = await startShop('west,public')
  const admin = await logIn(server)
  expect((await admin.get<{ count: number }>('/admin/orders?q=bench')).count).toBe(3)
  admin.close()
})

test.each([
  ['nowhere,public', /The schema nowhere does not exist, .* correct search_path in DATABASE_URL/],
  ['"Upper",public', /The schema "Upper" of DATABASE_URL cannot be the schema of a shop/],
])('the search path %s is refused', async (path, message) => {
  await executeSql(databaseUrl, 'create schema if not exists "Upper"')
  await expect(openDatabase(urlWith(path))).rejects.toThrow(message)
})

test('the two database addresses must have the same schema', async () => {
  await expect(openDatabase(urlWith('west,public'), { directUrl: databaseUrl })).rejects.toThrow(
    'DATABASE_URL uses the schema west, and DATABASE_DIRECT_URL uses public. Set the same search_path in both.',
  )
})

test('a new shop does not stop the workers of other shops', async () => {
  await executeSql(databaseUrl, 'create schema one; create schema two')
  const listener = new Client({ connectionString: databaseUrl })
  await listener.connect()
  const heard: string[] = []
  listener.on('notification', ({ channel }) => heard.push(channel))
  await listener.query('listen "worker:migrate"')
  await Promise.all(
    ['one', 'two'].map(async (path) => {
      const orm = await openDatabase(urlWith(path))
      await prepareDatabase(orm, { print: () => {} })
      await prepareDatabase(orm, { print: () => {} })
      await orm.close()
    }),
  )
  await listener.query('select 1')
  await listener.end()
  expect(heard).toEqual([])
})
