import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MikroORM } from '@mikro-orm/postgresql'
import { createApp } from '#server/app.ts'
import { drain, listen } from '#server/listen.ts'
import { checkout, type Send, STEPS, type Step } from './checkout.ts'
import { Connection } from './connection.ts'
import { countingOptions } from './counting-client.ts'
import type { BenchShop } from './shop.ts'

export interface Statements {
  /** The most that one request of the step took. */
  steps: Record<Step, number>
  checkout: number
}

/**
 * Counts the statements of one checkout. The shop runs in this process and is asked one thing at a time, so that each
 * statement belongs to the request under way. Others have gone before: a first one also opens connections.
 */
export async function countStatements(databaseUrl: string, shop: BenchShop): Promise<Statements> {
  const { options, count } = countingOptions(databaseUrl)
  const orm = await MikroORM.init(options)
  const server = await listen(createServer(createApp({ orm, config })), { host: '127.0.0.1', port: 0 })
  const connection = new Connection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  let requests: [Step, number][] = []
  const send: Send = async (step, method, path, body) => {
    const before = count.statements
    const answer = await connection.send(method, path, body)
    requests.push([step, count.statements - before])
    return answer
  }
  for (let i = 0; i < 3; i++) {
    requests = []
    await checkout(send, shop, i)
  }
  connection.close()
  await drain(server)
  await orm.close()
  return summed(requests)
}

function summed(requests: readonly [Step, number][]): Statements {
  const most = (step: Step) => Math.max(...requests.filter(([name]) => name === step).map(([, count]) => count))
  return {
    steps: Object.fromEntries(STEPS.map((step) => [step, most(step)])) as Statements['steps'],
    checkout: requests.reduce((sum, [, count]) => sum + count, 0),
  }
}

const config = {
  sessionSecret: 'known to everybody, but nobody logs in',
  cookieSameSite: 'lax',
  trustProxy: false,
  storeCors: [],
  adminCors: [],
  logLevel: 'error',
} satisfies Parameters<typeof createApp>[0]['config']
