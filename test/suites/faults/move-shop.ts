import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, withClient } from '#server/database/databases.ts'
import { START, serverEnvironment, startPostgres, startProgram } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutWithRetries } from './checkouts.ts'
import type { FaultOptions, FaultOutcome } from './fault.ts'
import { injectFaultsDuring } from './inject-faults.ts'
import { inTurn, ResponseLog } from './retrying-client.ts'
import { runShopCommand } from './run-shop-command.ts'

/** Milliseconds without an answer for the shop, at most. */
const REFUSED_AT_MOST = 5000

/** The commands of the moves, in turns. Each switches the shop to the other server. */
const SWITCHES = [
  [['second']],
  [['--back'], ['--finish']],
  [['second']],
  [['--finish'], ['default']],
  [['--back'], ['--finish']],
]

const LOGIN = { email: 'admin@example.com', password: 'correct horse battery' }

/** Moves a shop of two server processes between two PostgreSQL servers, by a role that is not a superuser, while clients check out. */
export async function moveShopUnderLoad(options: FaultOptions): Promise<FaultOutcome & { refused: number[] }> {
  await using first = await startPostgres(['wal_level=logical'])
  await using second = await startPostgres(['wal_level=logical'])
  const [firstUrl, secondUrl] = [await createMover(first.url), await createMover(second.url)]
  const environment = { ...serverEnvironment(firstUrl, LOGIN), SHOPS: 'many' }
  const shops = (...parameters: string[]) => runShopCommand(environment, ['shops', ...parameters])
  await shops('servers', 'add', 'second', secondUrl)
  await shops('create', 'east', '--host', '127.0.0.1', '--email', LOGIN.email, '--password', LOGIN.password)
  await using one = await startProgram(START, environment)
  await using other = await startProgram(START, environment)
  const { url } = one
  const choose = inTurn([url, other.url])
  const shop = await setUpShop({ url, ...LOGIN })
  const answers = new ResponseLog()
  const refused: number[] = []
  const { times = 3, clients, checkouts } = options
  const [orders, count] = await injectFaultsDuring(
    (isOpen) => {
      const isWanted = (begun: number) => begun < checkouts || isOpen()
      return checkOutWithRetries({ url: choose, shop, clients, isWanted, answers })
    },
    {
      ...options,
      times,
      answers,
      async injectFault({ before }) {
        await using probe = startProbe(url)
        for (const parameters of SWITCHES[before % SWITCHES.length]!)
          options.print(`    ${(await shops('move', 'east', ...parameters)).trim().split('\n').at(-1)}`)
        await probe.answers()
        refused.push(probe.longest)
      },
    },
  )
  const list = await shops('list')
  const place = list.includes('\tsecond') ? secondUrl : firstUrl
  const databaseUrl = addressOf(place, 'directory_east')
  const slow = refused.filter((milliseconds) => milliseconds > REFUSED_AT_MOST)
  options.print(`  refused at the switches: ${refused.map((time) => `${time.toFixed(0)} ms`).join(', ')}`)
  return {
    what: `${count} × a shop moves to another server`,
    orders: orders.size,
    answers,
    refused,
    violations: [
      ...answers.wrong,
      ...slow.map((time) => `a move refused requests for ${time.toFixed(0)} ms`),
      ...(await auditAfterwards({ orders, databaseUrl })),
    ],
  }
}

/** Creates a role with the rights for a move, and a database for the directory. Returns its address. */
async function createMover(url: string): Promise<string> {
  await withClient(url, async (client) => {
    await client.query(`create role mover login createdb replication password 'mover'`)
    await client.query('grant pg_create_subscription to mover')
    await client.query('create database directory owner mover')
  })
  return addressOf(Object.assign(new URL(url), { username: 'mover', password: 'mover' }).href, 'directory')
}

interface Probe extends AsyncDisposable {
  /** The longest time in which all requests were refused, in milliseconds. */
  longest: number
  /** Resolves when the shop answers. */
  answers(): Promise<void>
}

function startProbe(url: string): Probe {
  let isOver = false
  let refusedSince: number | undefined
  const probe = { longest: 0 }
  const running = (async () => {
    while (!isOver) {
      const { status } = await fetch(`${url}/store/regions`)
      if (status === 200) refusedSince = undefined
      else refusedSince ??= performance.now()
      if (refusedSince !== undefined) probe.longest = Math.max(probe.longest, performance.now() - refusedSince)
      await pause(10)
    }
  })()
  return Object.assign(probe, {
    async answers() {
      await pause(500)
      while (refusedSince !== undefined) await pause(10)
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await running
    },
  })
}
