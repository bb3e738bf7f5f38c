import { runShop } from '../run-shop.ts'
import { type Answer, callProcedure } from './call.ts'
import { copyRows } from './copy-rows.ts'
import { countRowsOf, examplesOf } from './examples.ts'
import type { Example } from './exercise.ts'
import { filledDatabaseOf } from './filled-database.ts'
import { tablesOf } from './plugin-tables.ts'
import type { Subject } from './subject.ts'

const COPIES = 3

/** Returns the queries that send more statements when the tables of the plugin have more rows. */
export async function findGrowingQueries(subject: Subject): Promise<string[]> {
  const { name, callers } = await filledDatabaseOf(subject)
  const { calls } = await examplesOf(subject)
  await using shop = await runShop(subject.parts, name, { logger: subject.faults.logger })
  const queries = [...calls.values()].flat().filter(({ target }) => target.type === 'query')
  const measure = ({ target, caller, input }: Example) =>
    fewestStatements(() => callProcedure(shop.urls[0], target, { headers: callers[caller], input }))
  const before = new Map<Example, Answer>()
  for (const query of queries) before.set(query, await measure(query))
  await copyRows(shop.orm, tablesOf(shop.orm, subject.plugin), COPIES)
  const found: string[] = []
  for (const [query, few] of before) {
    const many = await measure(query)
    if (many.statements > few.statements)
      found.push(
        `${query.target.name} sends ${few.statements} statements for ${countRowsOf(few)} rows, and ${many.statements} for ${countRowsOf(many)}`,
      )
  }
  return found
}

const REPETITIONS = 3

/** The first calls fill caches. */
async function fewestStatements(call: () => Promise<Answer>): Promise<Answer> {
  let best = await call()
  for (let i = 1; i < REPETITIONS; i++) {
    const answer = await call()
    if (answer.statements <= best.statements) best = answer
  }
  return best
}
