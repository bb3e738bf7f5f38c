import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/http/app.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { drain, listen } from '#server/process/listen.ts'
import { FileLinks } from '#server/providers/file-links.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { checkout, type Send, STEPS, type Step } from './checkout.ts'
import { Connection } from './connection.ts'
import { createStatementCounter, type StatementCount } from './count-statements.ts'
import type { BenchShop } from './shop.ts'

export interface Statements {
  steps: Record<Step, number>
  checkout: number
  roundTrips: number
}

/** Other checkouts must run before, because the first checkout opens connections. */
export async function countStatements(databaseUrl: string, shop: BenchShop, parts?: ShopParts): Promise<Statements> {
  await using counted = await openCountedShop(databaseUrl, { parts })
  let requests: Counted[] = []
  const send: Send = async <Body>(step: Step, method: string, path: string, body?: object) => {
    const { answer, ...count } = await counted.send<Body>(method, path, body)
    requests.push({ step, ...count })
    return answer
  }
  for (let i = 0; i < 3; i++) {
    requests = []
    await checkout(send, shop, i)
  }
  return summed(requests)
}

interface Counted extends StatementCount {
  step: Step
}

export interface CountedShop extends AsyncDisposable {
  send<Body>(method: string, path: string, body?: object): Promise<{ answer: Body } & StatementCount>
}

interface CountedShopOptions {
  headers?: Readonly<Record<string, string>> | undefined
  /** Default: a shop without plugins. */
  parts?: ShopParts | undefined
}

/** Starts a shop in this process. Send one request at a time, because all statements count for the current request. */
export async function openCountedShop(
  databaseUrl: string,
  { headers = {}, parts = coreParts }: CountedShopOptions = {},
): Promise<CountedShop> {
  const { measure, count } = createStatementCounter()
  const orm = await openDatabase(databaseUrl, { measure }, parts)
  const server = await listen(createServer(createApp({ orm, config, parts, files })), { host: '127.0.0.1', port: 0 })
  const connection = new Connection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers)
  return {
    async send<Body>(method: string, path: string, body?: object) {
      const before = { ...count }
      const answer = await connection.send<Body>(method, path, body)
      const { statements, roundTrips } = count
      return { answer, statements: statements - before.statements, roundTrips: roundTrips - before.roundTrips }
    },
    async [Symbol.asyncDispose]() {
      connection.close()
      await drain(server)
      await orm.close()
    },
  }
}

function summed(requests: readonly Counted[]): Statements {
  const most = (step: Step) => Math.max(...requests.filter((one) => one.step === step).map((one) => one.statements))
  return {
    steps: Object.fromEntries(STEPS.map((step) => [step, most(step)])) as Statements['steps'],
    checkout: requests.reduce((sum, { statements }) => sum + statements, 0),
    roundTrips: requests.reduce((sum, { roundTrips }) => sum + roundTrips, 0),
  }
}

const files = new LocalFiles({ directory: join(tmpdir(), 'cartwright-bench'), links: new FileLinks('no links') })

const config = {
  sessionSecret: 'a public password: no caller logs in',
  cookieSameSite: 'lax',
  trustProxy: false,
  storeCors: [],
  adminCors: [],
  logLevel: 'error',
  // Reused responses would hide statements.
  catalogue: { cacheBytes: 0, sharedSeconds: 0 },
} satisfies Parameters<typeof createApp>[0]['config']
