import { setTimeout as pause } from 'node:timers/promises'
import { exitOnSignal } from '../../../bench/exit-on-signal.ts'
import { startServer } from '../../../bench/server.ts'
import { openMailServer } from '../../support/mail-server.ts'
import { openSuiteDatabase } from '../suite-database.ts'
import { compareTypes, type Document } from './client-types/compare.ts'
import { installPackages, PACKAGES } from './packages.ts'
import { CallRecorder } from './record-calls.ts'
import { reportCalls, reportTypes } from './report.ts'
import { runStories } from './run-stories.ts'

/*
 * Runs the clients of Medusa v1 against a server with a filled demo shop: every function of medusa-js, and the types of
 * client-types against the OpenAPI document and the answers. It needs the registry of npm.
 *
 *   npm run clients
 */

exitOnSignal()

console.log(
  `Installing ${Object.entries(PACKAGES)
    .map((pair) => pair.join('@'))
    .join(', ')}`,
)
await using ending = new AsyncDisposableStack()
const packages = ending.use(installPackages())
const mails = ending.use(await openMailServer())
const postgres = ending.use(await openSuiteDatabase())
const server = ending.use(
  await startServer(postgres.url, {
    SEED: 'catalogue',
    INVENTORY: 'true',
    SMTP_URL: mails.url,
    MAIL_FROM: 'shop@shop.example',
    STORE_URL: 'https://shop.example',
    ADMIN_URL: 'https://office.shop.example',
  }),
)

const SECONDS = 30

async function waitFor<T>(look: () => Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + SECONDS * 1000; Date.now() < end; await pause(50)) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`Nothing happened in ${SECONDS} seconds`)
}

const recorder = new CallRecorder(packages.Medusa, server.url)
const failures = await runStories(recorder, { password: server.password, mails: mails.received, waitFor })
for (const failure of failures) console.error(failure)
const missing = reportCalls(recorder)
const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document
const mismatches = reportTypes(await compareTypes(packages.directory, document, recorder.calls))
await ending.disposeAsync()
process.exit(failures.length + missing + mismatches === 0 ? 0 : 1)
