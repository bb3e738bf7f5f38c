import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, withClient } from '#server/database/databases.ts'
import { START, serverEnvironment, startPostgres, startProgram } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutWithRetries } from './checkouts.ts'
import type { FaultOptions, FaultOutcome } from './fault.ts'
import { injectFaultsDuring } from './inject-faults.ts'
import { openKillablePostgres } from './killable-postgres.ts'
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

interface MovingShop {
  /** Runs `shop shops` with the parameters. */
  shops(...parameters: string[]): Promise<string>
  print(line: string): void
  /** The address of the directory. */
  directoryUrl: string
  /** The longest times without an answer of the shop, in milliseconds. */
  refused: number[]
  /** Runs `work` and records the time without an answer. */
  watch(work: () => Promise<void>): Promise<void>
}

interface MoveScenario {
  first: { url: string }
  second: { url: string }
  describe(times: number): string
  inject(shop: MovingShop, before: number): Promise<void>
  /** Milliseconds without an answer of the shop, at most. */
  refusedAtMost: number
}

/** Moves a shop of two server processes between two PostgreSQL servers, by a role that is not a superuser, while clients check out. */
export async function moveShopUnderLoad(options: FaultOptions): Promise<MoveOutcome> {
  await using first = await startPostgres(LOGICAL)
  await using second = await startPostgres(LOGICAL)
  return await checkOutDuringMoves(options, {
    ...{ first, second, refusedAtMost: REFUSED_AT_MOST },
    describe: (times) => `${times} × a shop moves to another server`,
    inject: (shop, before) =>
      shop.watch(async () => {
        for (const parameters of SWITCHES[before % SWITCHES.length]!)
          shop.print(lastLineOf(await shop.shops('move', 'east', ...parameters)))
      }),
  })
}

/** Milliseconds from the beginning of a switch until the target freezes, in turns. */
const FREEZES = [0, 50, 150, 300, 500, 800, 1200, 2000]
/** Milliseconds of a frozen server. The refusal ends before. */
const FROZEN = 8000

/** The server that a shop moves to freezes at several times of the switch. The shop goes on, or is at the other server when this responds again. */
export async function freezeTargetOfMove(options: FaultOptions): Promise<MoveOutcome> {
  await using first = await openKillablePostgres({ settings: LOGICAL })
  await using second = await openKillablePostgres({ settings: LOGICAL })
  return await checkOutDuringMoves(options, {
    ...{ first, second, refusedAtMost: FROZEN + 10_000 },
    describe: (times) => `${times} × the server of a move freezes`,
    async inject(shop, before) {
      if (before === 0) await shop.shops('move', 'east', 'second')
      const target = (await isAtSecond(shop)) ? first : second
      await shop.watch(async () => {
        const move = shop.shops('move', 'east', '--back').then(lastLineOf, () => 'the move has ended with an error')
        await untilSwitch(shop)
        await pause(FREEZES[before % FREEZES.length])
        target.freeze()
        await pause(FROZEN)
        target.thaw()
        shop.print(await move)
      })
      const wanted = target === second
      while ((await isAtSecond(shop)) !== wanted) shop.print(lastLineOf(await shop.shops('move', 'east', '--back')))
    },
  })
}

const LOGICAL = ['wal_level=logical']

const lastLineOf = (text: string): string => text.trim().split('\n').at(-1)!

const isAtSecond = async ({ shops }: MovingShop): Promise<boolean> => (await shops('list')).includes('\tsecond')

/** Resolves when the processes refuse the requests of the shop, or after ten seconds. */
async function untilSwitch({ directoryUrl }: MovingShop): Promise<void> {
  const until = performance.now() + 10_000
  await withClient(directoryUrl, async (client) => {
    while (performance.now() < until) {
      const { rowCount } = await client.query('select from shop_move where refuses_until > now()')
      if (rowCount) return
      await pause(5)
    }
  })
}

type MoveOutcome = FaultOutcome & { refused: number[] }

async function checkOutDuringMoves(options: FaultOptions, scenario: MoveScenario): Promise<MoveOutcome> {
  const { describe, inject, refusedAtMost } = scenario
  const [firstUrl, secondUrl] = [await createMover(scenario.first.url), await createMover(scenario.second.url)]
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
  const moving: MovingShop = {
    ...{ shops, refused, directoryUrl: firstUrl },
    print: (line) => options.print(`    ${line}`),
    async watch(work) {
      await using probe = startProbe(url)
      await work()
      await probe.answers()
      refused.push(probe.longest)
    },
  }
  const { times = 3, clients, checkouts } = options
  const [orders, count] = await injectFaultsDuring(
    (isOpen) => {
      const isWanted = (begun: number) => begun < checkouts || isOpen()
      return checkOutWithRetries({ url: choose, shop, clients, isWanted, answers })
    },
    { ...options, times, answers, injectFault: ({ before }) => inject(moving, before) },
  )
  const databaseUrl = addressOf((await isAtSecond(moving)) ? secondUrl : firstUrl, 'directory_east')
  const slow = refused.filter((milliseconds) => milliseconds > refusedAtMost)
  options.print(`  refused at the switches: ${refused.map((time) => `${time.toFixed(0)} ms`).join(', ')}`)
  return {
    what: describe(count),
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
