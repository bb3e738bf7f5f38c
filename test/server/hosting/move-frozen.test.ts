import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import { moveShop, moveShopBack } from '#server/hosting/move/move-shop.ts'
import { type KillablePostgres, openKillablePostgres } from '../../suites/faults/killable-postgres.ts'
import { openTestDirectory, type ServedShops, serveDirectory, type TestDirectory } from '../../support/directory.ts'
import { executeSql } from '../../support/postgres.ts'
import { writeDuring } from '../../support/write-during.ts'

/* The PostgreSQL server that a shop moves to freezes in the middle of the switch, as a hanging disk or a paused machine does. */

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
const postgres: Record<string, KillablePostgres> = {}
const created: string[] = []

beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
  for (const name of ['first', 'second']) {
    postgres[name] = ending.use(await openKillablePostgres({ settings: ['wal_level=logical'] }))
    await directory.directory.servers.add({ name, url: postgres[name].url })
  }
  await directory.create('shop', { server: 'first' })
  served = ending.use(await serveDirectory(directory))
  const { shop, release } = await served.shops.take('shop')
  await seedDemoShop(shop.orm)
  release()
  await moveShop(directory.program, { ...work, server: 'second' })
}, 300_000)
afterAll(() => ending.disposeAsync())
afterEach(() => vi.restoreAllMocks())

const work = { id: 'shop', report: () => {} }
const record = () => directory.directory.get('shop')
const storedCarts = async () =>
  (await executeSql((await record()).databaseUrl, 'select id from cart')).map(({ id }) => id)

/** Freezes the server when the first statement with the text is sent to it during the switch. */
function freezeAt(server: KillablePostgres, text: RegExp): Disposable {
  let isSwitching = false
  const { moves } = directory.directory
  const refuse = moves.refuse.bind(moves)
  vi.spyOn(moves, 'refuse').mockImplementation(async (id, milliseconds) => {
    await refuse(id, milliseconds)
    isSwitching = true
  })
  const { query } = Client.prototype
  const watched = {
    query(this: Client, ...args: unknown[]): unknown {
      const [sent] = args as [string | { text: string }]
      if (isSwitching && this.port === server.port && text.test(typeof sent === 'string' ? sent : sent.text)) {
        isSwitching = false
        server.freeze()
      }
      return Reflect.apply(query, this, args)
    },
  }
  Object.assign(Client.prototype, watched)
  return {
    [Symbol.dispose]: () => {
      server.thaw()
      Object.assign(Client.prototype, { query })
    },
  }
}

async function otherServer(): Promise<KillablePostgres> {
  return postgres[(await record()).server === 'first' ? 'second' : 'first']!
}

/** Milliseconds of the refusals of a switch, also on a busy machine. */
const SWITCH = 10_000
/** A process waits for ten seconds for a server that does not respond, and then does not ask it for three seconds. */
const SILENT_SERVER = 20_000

/** Switches the shop to its other server during writes. Returns the error of the move. */
async function switchDuring(refusedAtMost = SWITCH): Promise<unknown> {
  let failure: unknown
  const written = await writeDuring(served.at('shop.example.com'), async () => {
    const [moved] = await Promise.allSettled([moveShopBack(directory.program, work)])
    if (moved.status === 'rejected') failure = moved.reason
  })
  created.push(...written.created)
  expect(written.longest).toBeLessThan(refusedAtMost)
  return failure
}

test.each([
  ['waits for the last changes', /from cartwright_move\.mark/],
  ['counts its rows', /isolation level repeatable read/],
  ['gets the sequences', /setval\(/],
  ['is allowed to accept writes', /set default_transaction_read_only to default/],
])(
  'the shop goes on at its server if the other one freezes while it %s',
  async (_moment, statement) => {
    const before = await record()
    const target = await otherServer()
    {
      using _frozen = freezeAt(target, statement)
      expect(await switchDuring()).toMatchObject({
        message: expect.stringMatching(/does not respond|is too far behind|than five seconds/),
      })
      expect((await record()).server).toBe(before.server)
    }
    expect(await storedCarts()).toEqual(expect.arrayContaining(created))
    expect(await switchDuring()).toBeUndefined()
    expect((await record()).server).not.toBe(before.server)
    expect((await storedCarts()).toSorted()).toEqual(created.toSorted())
    await expect(executeSql(before.databaseUrl, 'delete from cart')).rejects.toThrow(/read-only transaction/)
  },
  120_000,
)

test.each([
  'before',
  'after',
])('the move is completed if the other server freezes directly %s the change of the directory', async (moment) => {
  const before = await record()
  const target = await otherServer()
  const { moves } = directory.directory
  const swap = moves.swap.bind(moves)
  vi.spyOn(moves, 'swap').mockImplementation(async (id) => {
    if (moment === 'before') target.freeze()
    const isSwapped = await swap(id)
    if (moment === 'after') target.freeze()
    setTimeout(() => target.thaw(), 3000)
    return isSwapped
  })
  expect(await switchDuring(SILENT_SERVER)).toBeUndefined()
  expect((await record()).server).not.toBe(before.server)
  expect((await storedCarts()).toSorted()).toEqual(created.toSorted())
  await expect(executeSql(before.databaseUrl, 'delete from cart')).rejects.toThrow(/read-only transaction/)
}, 120_000)
