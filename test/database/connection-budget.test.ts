import type { Pool } from 'pg'
import { expect, inject, test } from 'vitest'
import { ConnectionBudget } from '#database/hosts/connection-budget.ts'
import { DatabasePool } from '#database/hosts/database-client.ts'

const { url: connectionString } = inject('postgres')

const poolOf = (budget: ConnectionBudget, settings: { max?: number; connectionTimeoutMillis?: number } = {}) =>
  new DatabasePool({ connectionString, max: 5, connectionTimeoutMillis: 30_000, budget, ...settings })

/** Uses a connection as the dialect does. */
async function sleepOn(pool: Pool, budget: ConnectionBudget): Promise<void> {
  const client = await pool.connect()
  await client.query('select pg_sleep(0.01)')
  client.release(budget.mustClose(pool))
}

test('pools share the connections of a budget', async () => {
  const budget = new ConnectionBudget(3)
  const pools = [poolOf(budget), poolOf(budget), poolOf(budget)]
  const seen: number[] = []
  const watch = setInterval(() => seen.push(budget.open), 1)
  await Promise.all(pools.flatMap((pool) => Array.from({ length: 10 }, () => sleepOn(pool, budget))))
  clearInterval(watch)
  expect(Math.max(...seen)).toBe(3)
  await Promise.all(pools.map((pool) => pool.end()))
  await expect.poll(() => budget.open).toBe(0)
})

test('a pool with many requests leaves connections to others', async () => {
  const budget = new ConnectionBudget(2)
  const [greedy, modest] = [poolOf(budget), poolOf(budget)]
  let isOver = false
  const work = async () => {
    while (!isOver) await sleepOn(greedy, budget)
  }
  const working = [work(), work(), work(), work()]
  await Promise.all(Array.from({ length: 5 }, () => sleepOn(modest, budget)))
  isOver = true
  await Promise.all(working)
  await Promise.all([greedy.end(), modest.end()])
})

test('an idle connection of another pool is closed for a pool that needs one', async () => {
  const budget = new ConnectionBudget(1)
  const [first, second] = [poolOf(budget), poolOf(budget)]
  await first.query('select 1')
  expect(first.totalCount).toBe(1)
  await second.query('select 1')
  expect(first.totalCount).toBe(0)
  await Promise.all([first.end(), second.end()])
})

test('a pool waits until its timeout if all connections are in use', async () => {
  const budget = new ConnectionBudget(1)
  const [first, second] = [poolOf(budget), poolOf(budget, { connectionTimeoutMillis: 2000 })]
  const client = await first.connect()
  await expect(second.query('select 1')).rejects.toThrow(/in use|timeout/)
  client.release()
  await second.query('select 1')
  await Promise.all([first.end(), second.end()])
})

test('a connection that could not be opened is returned to the budget', async () => {
  const budget = new ConnectionBudget(1)
  const lost = new DatabasePool({ connectionString: 'postgresql://127.0.0.1:1/none', budget })
  for (let i = 0; i < 3; i++) await expect(lost.query('select 1')).rejects.toThrow()
  expect(budget.open).toBe(0)
})
