import { setTimeout as pause } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { measureStatements } from '#server/database/measure-statements.ts'
import { type JobFailure, runDueJobs } from '#server/jobs/runner.ts'
import type { OpenOperations } from '#server/plugin/operations.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { registerProviders } from '#server/providers/register-providers.ts'
import { cloneDatabase } from './database.ts'
import { openFiles } from './open-files.ts'
import { openTestDatabase } from './open-test-database.ts'
import { serveShop, testBounds, testTimeouts } from './serve-shop.ts'
import { installTestClock, type TestClock } from './test-clock.ts'
import { useTestPostgres } from './test-postgres.ts'

/** A shop on a copy of a database. The disposal stops it and drops the copy. */
export interface RunningShop extends AsyncDisposable {
  /** Servers share no queue, so only PostgreSQL orders their requests. */
  urls: readonly [string, ...string[]]
  orm: MikroORM
  databaseUrl: string
  operations: OpenOperations
  clock: TestClock
  /** Returns the failures. */
  runJobs(): Promise<JobFailure[]>
  /** Stops the shop and returns the name of its database, which is kept. */
  stop(): Promise<string>
}

export interface RunOptions {
  /** Default: 1. */
  servers?: number
  /** Pause after each statement in milliseconds, so that concurrent transactions overlap. Default: 0. */
  statementDelay?: number
  /** Deadline of a request in milliseconds. Default: that of the shop. */
  answerTimeout?: number
  /** Default: a logger that writes errors to the standard output. */
  logger?: Logger
}

/** A transaction that a plugin leaves open keeps its connection forever. */
const CLOSING = 5000

/** `source` is the name of the database to copy. */
export async function runShop(
  parts: ShopParts,
  source: string,
  { servers = 1, statementDelay = 0, answerTimeout, logger }: RunOptions = {},
): Promise<RunningShop> {
  const database = await cloneDatabase(await useTestPostgres(), { source })
  const clock = await installTestClock(database.url)
  await using resources = new AsyncDisposableStack()
  const measure = statementDelay > 0 ? delayed(statementDelay) : measureStatements
  const orm = await openTestDatabase(database.url, { poolMax: servers * 10, measure, timeouts: testTimeouts }, parts)
  resources.defer(() => Promise.race([orm.close(), pause(CLOSING, undefined, { ref: false })]))
  await registerProviders(orm.em.fork(), parts.providers)
  const files = parts.files ?? openFiles(resources)
  const bounds = answerTimeout ? { bounds: { ...testBounds, answerTimeout } } : {}
  const serve = async () =>
    resources.use(
      await serveShop({ orm, parts, files, logger, config: { ...bounds, sendsServerTiming: true, production: false } }),
    )
  const first = await serve()
  const others = await Promise.all(Array.from({ length: servers - 1 }, serve))
  const owned = resources.move()
  return {
    urls: [first.url, ...others.map(({ url }) => url)],
    orm,
    databaseUrl: database.url,
    clock,
    operations: first.jobs.operations,
    runJobs: () => runDueJobs(first.jobs, database.url),
    async stop() {
      await owned.disposeAsync()
      return database.name
    },
    async [Symbol.asyncDispose]() {
      await owned.disposeAsync()
      await database[Symbol.asyncDispose]()
    },
  }
}

const delayed =
  (milliseconds: number): typeof measureStatements =>
  async (texts, send) => {
    const result = await measureStatements(texts, send)
    await pause(milliseconds)
    return result
  }
