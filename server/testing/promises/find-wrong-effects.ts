import { createShopClient } from '#client/index.ts'
import { type RunningShop, runShop } from '../run-shop.ts'
import { explainRefusal } from './explain-refusal.ts'
import { filledDatabaseOf } from './filled-database.ts'
import { tablesOf } from './plugin-tables.ts'
import { type Reached, RefusedStep, STEPS } from './refused-step.ts'
import type { SampleCart, Subject } from './subject.ts'
import { differentTables, readIds, readState, type TableState } from './table-state.ts'

/* An effect must be rolled back with its step and end with it, and a repeated step must not repeat it. */

const SERVERS = 3
/** Milliseconds for a step with its effects. */
const DEADLINE = 5000

/** Returns the effects of the plugin that outlive a refused step, that never end, or that happen more than once. */
export async function findWrongEffects(subject: Subject): Promise<string[]> {
  const { effects = {} } = subject.plugin
  const steps = STEPS.filter((step) => step in effects)
  if (steps.length === 0) return []
  const sequential = await run(subject, steps, 1)
  if (sequential.problems.length > 0) return sequential.problems
  const concurrent = await run(subject, steps, SERVERS)
  const repeated = steps.filter(
    (step) => differentTables(sequential.states.get(step)!, concurrent.states.get(step)!).length > 0,
  )
  return repeated.map(
    (step) => `The effect ${step} writes other rows if ${SERVERS} equal calls arrive at the same time.`,
  )
}

interface Run {
  problems: string[]
  /** The rows of the plugin after each step. */
  states: Map<Reached, TableState>
}

/** Refuses each step once after its effects, and then makes the call `times` times at once. */
async function run(subject: Subject, steps: readonly Reached[], times: number): Promise<Run> {
  const { name, token, samples, callers } = await filledDatabaseOf(subject)
  const refusedStep = new RefusedStep()
  const parts = { ...subject.parts, effects: [...subject.parts.effects, refusedStep.guard] }
  await using shop = await runShop(parts, name, {
    servers: times,
    logger: subject.faults.logger,
    answerTimeout: DEADLINE,
  })
  const tables = tablesOf(shop.orm, subject.plugin)
  const knownIds = await readIds(shop.orm, tables)
  const readRows = async () =>
    new Map(await readState(shop.orm, tables, knownIds)).set('document_number', await takenNumbers(shop, subject))
  const calls = callsOf(shop, token, () => {
    const { customer_id: id, variant_ids } = samples.customer
    const customer = { id, email: 'customer@example.com', headers: callers.customer }
    const items = variant_ids.slice(0, 1).map((variant_id) => ({ variant_id, quantity: 1 }))
    return explainRefusal(subject.addCart(shop, token, { customer, items }))
  })
  const result: Run = { problems: [], states: new Map() }
  for (const step of STEPS) {
    const call = await calls[step]()
    const before = await readRows()
    const isRefused = steps.includes(step) && (await refusedStep.refuse(step, call).catch(() => false))
    const kept = isRefused ? differentTables(before, await readRows()) : []
    if (kept.length > 0)
      result.problems.push(
        `The effect ${step} changed ${kept.join(', ')} although its step was refused. Write with \`em\` of the effect.`,
      )
    // Each refund is another one.
    const length = step === 'order.refund' ? 1 : times
    const made = await Promise.allSettled(Array.from({ length }, () => call()))
    result.states.set(step, await readRows())
    if (!steps.includes(step)) continue
    const [first] = made
    if (first?.status === 'rejected' && made.every(({ status }) => status === 'rejected'))
      result.problems.push(`The step ${step} with its effects failed: ${first.reason.message}`)
    if ((await openTransactions(shop)) > 0)
      result.problems.push(
        `The effect ${step} left a transaction open, which keeps its locks. Use only \`em\` of the effect.`,
      )
  }
  return result
}

/** How many numbers of each series the plugin has taken. */
const takenNumbers = async ({ orm }: RunningShop, { plugin: { numbers = [] } }: Subject) =>
  orm.em.fork().execute<Record<string, unknown>[]>(
    `select name, period, sum(value)::int as taken from document_number
     where name = any(string_to_array(?, ',')) group by name, period`,
    [numbers.map(({ name }) => name).join(',')],
  )

async function openTransactions({ orm }: RunningShop): Promise<number> {
  const [row] = await orm.em.fork().execute<{ count: number }[]>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  )
  return row?.count ?? 0
}

type Call = () => Promise<unknown>

function callsOf(
  shop: RunningShop,
  token: string,
  addCart: () => Promise<SampleCart>,
): Record<Reached, () => Promise<Call>> {
  let count = 0
  const orders = () => createShopClient({ url: shop.urls[count++ % shop.urls.length]!, token }).admin.orders
  let cart: SampleCart | undefined
  const orderOf = async (open: SampleCart) => (await open.complete()).order.id
  return {
    async 'cart.complete'() {
      cart = await addCart()
      return cart.complete
    },
    async 'order.capture'() {
      const id = await orderOf(cart!)
      return () => orders().capture.mutate({ id })
    },
    async 'order.refund'() {
      const id = await orderOf(cart!)
      return () => orders().refund.mutate({ id, amount: 1, reason: 'other' })
    },
    async 'order.cancel'() {
      const id = await orderOf(await addCart())
      return () => orders().cancel.mutate({ id })
    },
  }
}
