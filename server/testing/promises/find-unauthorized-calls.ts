import type { MikroORM } from '@mikro-orm/postgresql'
import { inputShapeOf } from '#server/base/input-shape.ts'
import { findUnrefusedCalls } from '../find-unrefused-calls.ts'
import type { Target } from '../hostile/targets.ts'
import { runShop } from '../run-shop.ts'
import { callProcedure, isAccepted } from './call.ts'
import { type Examples, examplesOf } from './examples.ts'
import { isAdminTarget, type Stage } from './exercise.ts'
import { filledDatabaseOf } from './filled-database.ts'
import { tablesOf, tablesWithColumn } from './plugin-tables.ts'
import type { Subject } from './subject.ts'

export async function findUnauthorizedCalls(subject: Subject): Promise<string[]> {
  const database = await filledDatabaseOf(subject)
  const { calls } = await examplesOf(subject)
  await using shop = await runShop(subject.parts, database.name)
  const checked = { ...database, subject, shop, calls }
  return [...(await callsWithoutRole(checked)), ...(await callsWithForeignIds(checked))]
}

type CheckedShop = Omit<Stage, 'vocabularyFor'> & Pick<Examples, 'calls'>

async function callsWithoutRole({ subject: { targets }, shop, callers, calls }: CheckedShop): Promise<string[]> {
  const [url] = shop.urls
  const ofAdmin = targets.filter(isAdminTarget)
  const ofCustomers = targets.filter((target) => !ofAdmin.includes(target) && target.access === 'customer')
  const inputsOf = ({ name }: Target) => [{}, ...(calls.get(name) ?? []).slice(0, 1).map(({ input }) => input)]
  const attempts = [
    { caller: 'a stranger', targets: [...ofAdmin, ...ofCustomers], headers: callers.stranger, refusal: 401 },
    { caller: 'a customer', targets: ofAdmin, headers: callers.customer, refusal: 401 },
    { caller: 'an invalid token', targets: ofAdmin, headers: { authorization: 'Bearer invalid' }, refusal: 401 },
    { caller: 'an API key without a scope', targets: ofAdmin, headers: callers.otherKey, refusal: 403 },
    { caller: 'a user without a right in its role', targets: ofAdmin, headers: callers.otherRole, refusal: 403 },
  ] as const
  const found: string[] = []
  for (const { caller, ...attempt } of attempts)
    for (const call of await findUnrefusedCalls({ url, inputsOf, ...attempt })) found.push(`By ${caller}: ${call}`)
  return found
}

/** Calls the procedures of customers as another customer, with the ids of rows of the first one. */
async function callsWithForeignIds({ subject, shop, callers, samples, calls }: CheckedShop): Promise<string[]> {
  const { urls, orm } = shop
  const { customer_id } = samples.customer
  const owned = await ownedIds(orm, subject, customer_id)
  const found: string[] = []
  for (const target of subject.targets.filter(({ access }) => access === 'customer')) {
    for (const input of foreignInputs(target, calls.get(target.name)?.[0]?.input, [...owned.ofPlugin])) {
      const answer = await callProcedure(urls[0], target, { headers: callers.otherCustomer, input })
      const text = JSON.stringify(input) ?? ''
      const named = [...owned.all].find((id) => text.includes(id))
      const shown = [customer_id, ...owned.all].find((id) => !text.includes(id) && answer.text.includes(id))
      if (isAccepted(answer) && named) found.push(`${target.name} accepts ${named}, which belongs to another customer`)
      else if (shown) found.push(`${target.name} shows ${shown}, which belongs to another customer`)
    }
  }
  return found
}

const MAX_IDS = 3

/** The example, and the example with other values of `id`. */
function foreignInputs({ input: schema }: Target, example: unknown, ids: readonly string[]): unknown[] {
  if (!schema) return [{}]
  if (typeof example !== 'object' || example === null) return []
  if (!('id' in inputShapeOf([schema]))) return [example]
  return [example, ...ids.slice(0, MAX_IDS).map((id) => ({ ...example, id }))]
}

interface OwnedIds {
  all: ReadonlySet<string>
  ofPlugin: ReadonlySet<string>
}

/** The ids of the rows that name the customer, or an order or a cart of the customer. */
async function ownedIds(orm: MikroORM, { plugin }: Subject, customer_id: string): Promise<OwnedIds> {
  const all = await idsOf(orm, 'customer_id', { values: [customer_id] })
  const tables = tablesOf(orm, plugin)
  const values = [customer_id, ...all]
  const ofPlugin: string[] = []
  for (const column of ['customer_id', 'order_id', 'cart_id'])
    ofPlugin.push(...(await idsOf(orm, column, { values, tables })))
  return { all: new Set([...all, ...ofPlugin]), ofPlugin: new Set(ofPlugin) }
}

interface IdSearch {
  values: readonly string[]
  /** Default: all tables. */
  tables?: readonly string[]
}

async function idsOf(orm: MikroORM, column: string, { values, tables: among }: IdSearch): Promise<string[]> {
  const tables = await tablesWithColumn(orm, 'id', await tablesWithColumn(orm, column, among))
  const each = tables.map((table) => `select id::text from "${table}" where "${column}" in (?)`)
  if (each.length === 0) return []
  const rows = await orm.em.fork().execute<{ id: string }[]>(
    each.join(' union all '),
    each.map(() => values),
  )
  return rows.map(({ id }) => id)
}
