import { pino } from 'pino'
import { SignedTokens } from '#server/auth/tokens.ts'
import { startRunner } from '#server/jobs/runner.ts'
import { operationsOf } from '#server/operations/job-operations.ts'
import { subscribeTo } from '#server/plugin/subscriber.ts'
import { FileLinks } from '#server/providers/file-links.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { testConfig } from '#server/testing/serve-shop.ts'

/* A worker whose subscriber never finishes. It prints a line when it receives an event. */

const databaseUrl = process.env.DATABASE_URL as string
const hangingSubscriber = subscribeTo(['region.created'], () => {
  console.log('received')
  return new Promise(() => setInterval(() => {}, 1000))
})
const orm = await openDatabase(databaseUrl)
const files = new LocalFiles({ directory: '/nowhere', links: new FileLinks('none') })
const logger = pino({ level: 'silent' })
const webhooks = { targets: 'any', timeout: 60_000 } as const
const tokens = new SignedTokens('none')
const context = {
  ...coreParts,
  orm,
  files,
  tokens,
  subscribers: { hanging: hangingSubscriber },
  webhooks,
  cartDays: 30,
  logger,
  operations: operationsOf({ orm, files, config: testConfig }),
}
const runner = await startRunner(context, { databaseUrl, concurrency: 1, stopTimeout: 200 })
process.once('SIGTERM', async () => {
  await runner.stop()
  process.exit(0)
})
