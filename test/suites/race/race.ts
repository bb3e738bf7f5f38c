import { Client } from 'pg'
import { findNode } from '#database/hosts/find-node.ts'
import { inJobSchema } from '#database/job-schema.ts'
import { shopSchema } from '#server/database/shop-schema.ts'
import { schemaOfAddress } from '#server/testing/cluster.ts'
import type { Login } from '../../../bench/shop.ts'
import { findViolations } from './invariants.ts'
import { type PreparedRace, RACES } from './races.ts'
import { type Outcome, openRaceShop } from './shop.ts'

export interface RaceOptions {
  servers: readonly Login[]
  databaseUrl: string
  buyers: number
  turns: number
  only?: string | undefined
  print: (line: string) => void
}

export interface Race {
  name: string
  requests: number
  answers: [answer: string, count: number][]
  milliseconds: number
  violations: string[]
}

export async function runRaces({ servers, databaseUrl, print, only = '', ...many }: RaceOptions): Promise<Race[]> {
  await using ending = new AsyncDisposableStack()
  const shop = await openRaceShop(servers)
  const schema = schemaOfAddress(databaseUrl)
  const database = new Client({
    connectionString: schema ? await findNode(databaseUrl, schema, {}) : databaseUrl,
  })
  const { jobs } = shopSchema(schema ?? 'public')
  await database.connect()
  ending.defer(() => database.end())
  const query = async (sql: string, parameters: unknown[] = []) =>
    (await database.query(inJobSchema(sql, jobs), parameters)).rows
  const races: Race[] = []
  for (const [name, prepare] of Object.entries(RACES)) {
    if (!name.includes(only)) continue
    print(name)
    races.push(await run(name, await prepare({ shop, query, ...many }), query))
  }
  return races
}

export type Query = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>

async function run(name: string, { requests, check }: PreparedRace, query: Query): Promise<Race> {
  const began = performance.now()
  const replies = (await Promise.all(requests.map((send) => send()))).flat()
  const milliseconds = performance.now() - began
  const violations = [...(await check(replies)), ...(await findViolations(query))]
  return {
    name,
    requests: replies.length,
    answers: tally(replies),
    milliseconds,
    violations: violations.map((violation) => `${name}: ${violation}`),
  }
}

function tally(replies: readonly Outcome[]): Race['answers'] {
  const counts = new Map<string, number>()
  for (const { status, body } of replies) {
    const answer = body.type === undefined ? `${status}` : `${status} ${body.type}`
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)
}
