import { expect, test } from 'vitest'
import { defineShop } from '#server/process/define-shop.ts'
import { type PluginPromise, promises } from '#server/testing/index.ts'
import { faultyPlugins } from './faults/faulty-plugins.ts'

const shop = defineShop({ plugins: faultyPlugins })

/** The error of each broken promise, by its name without the plugin. */
async function brokenPromises(list: readonly PluginPromise[]): Promise<Record<string, string>> {
  const broken: Record<string, string> = {}
  for (const { name, check } of list)
    await check().catch((error: Error) => {
      broken[name.replace(/^[a-z]+: /, '')] = error.message
    })
  return broken
}

const CALLERS = 'procedures refuse callers without the right'
const PERSONAL = 'columns with data of customers declare whether it is personal'
const FIELDS = 'fields keep each value or refuse it'
const EFFECTS = 'effects are rolled back with their step and happen once'
const MONEY = 'balances neither lose nor create money'
const INPUT = 'invalid input gets a clear error and changes nothing'

test.each([
  ['an open admin procedure', 'openadmin', CALLERS, 'admin.openadmin.count'],
  [
    'a check of the login without the role',
    'roleless',
    CALLERS,
    'By a user without a right in its role: GET /admin/roleless',
  ],
  ['a query that shows rows of other customers', 'foreign', CALLERS, 'store.foreign.get accepts memo_'],
  ['a refused mutation with a change', 'halfdone', INPUT, 'and changed memo_halfdone'],
  [
    'a statement for each row',
    'perrow',
    'the number of statements of a query does not grow with the rows',
    'admin.perrow.emails',
  ],
  [
    'a change without an audit log entry',
    'unaudited',
    'the audit log contains each change by an administrator',
    'admin.unaudited.print changed memo_unaudited',
  ],
  ['a password hash in an answer', 'leaking', 'no answer contains a secret', 'the column customer.password_hash'],
  ['a missing lock', 'unlocked', 'concurrent calls have the effect of sequential calls', 'admin.unlocked.print'],
  ['a text without a declaration', 'undeclared', PERSONAL, 'memo_undeclared.text'],
  ['a trigger that shortens a value', 'trimming', FIELDS, 'product.short_name accepted'],
  ['a trigger that drops an unknown ID', 'forgiving', FIELDS, 'product.pair_id accepted an ID that product lacks'],
  ['an effect in another transaction', 'outliving', EFFECTS, 'The effect order.capture changed memo_outliving'],
  ['a number of another transaction', 'gappy', EFFECTS, 'The effect order.capture changed document_number'],
  [
    'a balance that a canceled order keeps',
    'generous',
    MONEY,
    'The balance kept of the customer grows by 5 with an order that is canceled. Revert in `order.cancel`',
  ],
  [
    'a balance in another transaction',
    'early',
    MONEY,
    'The effect order.cancel changed the balance early although its step was refused',
  ],
  ['a procedure that accepts no generated input', 'picky', 'each procedure accepts an example', 'admin.picky.unlock'],
])('%s breaks its promise', async (_, plugin, promise, message) => {
  const list = promises(shop, plugin).filter(({ name }) => name.endsWith(promise))
  expect(await brokenPromises(list)).toEqual({ [promise]: expect.stringContaining(message) })
})

test('a fault breaks no other promise', async () => {
  expect(Object.keys(await brokenPromises(promises(shop, 'unlocked')))).toEqual([
    'concurrent calls have the effect of sequential calls',
  ])
})

test('an internal error on bad input breaks the promise and all later ones', async () => {
  const found = await brokenPromises(promises(shop, 'badinput'))
  expect(found[INPUT]).toContain('store.badinput.add answered 500')
  for (const message of Object.values(found)) expect(message).toContain('store.badinput.add answered 500')
})

test('a validation that throws is an internal error, and breaks the promise and all later ones', async () => {
  const found = await brokenPromises(promises(shop, 'colours'))
  expect(found[FIELDS]).toContain('product.tag_colour answered 500 to "%zz"')
  for (const message of Object.values(found)) expect(message).toContain('admin.products.update answered 500')
})

test('each date of a customer, a cart, a line or an order declares whether it is personal', async () => {
  const broken = await brokenPromises(promises(shop, 'undated').filter(({ name }) => name.endsWith(PERSONAL)))
  const columns = Array.from(
    String(broken[PERSONAL]).matchAll(/(\w+\.\w+_day) does not declare/g),
    ([, column]) => column,
  )
  expect(columns.toSorted()).toEqual([
    'cart.secret_day',
    'customer.secret_day',
    'line_item.secret_day',
    'order.secret_day',
  ])
})

test('a plugin without a fault keeps its promises', async () => {
  expect(await brokenPromises(promises(shop, 'sound'))).toEqual({})
})

test('an example of the author replaces the generated inputs', async () => {
  const inputs = { 'admin.picky.unlock': () => ({ code: 'open sesame' }) }
  const examples = promises(shop, 'picky', { inputs }).filter(({ name }) => name.endsWith('accepts an example'))
  expect(examples).toHaveLength(1)
  expect(await brokenPromises(examples)).toEqual({})
})

test('the checks run against the rows that the author prepares', async () => {
  const prepared: string[] = []
  const inputs = { 'admin.picky.unlock': () => ({ code: 'open sesame' }) }
  const checks = promises(shop, 'picky', {
    inputs,
    async prepare({ admin }, { customer }) {
      await admin.customers.update.mutate({ id: customer.customer_id, first_name: 'Prepared' })
      const listed = await admin.customers.list.query({ q: 'Prepared' })
      prepared.push(...listed.customers.map(({ id }) => id))
    },
  })
  expect(await brokenPromises(checks)).toEqual({})
  expect(prepared).toHaveLength(1)
})

test('promises rejects unknown plugins and procedures', () => {
  expect(() => promises(shop, 'nothing')).toThrow('The shop has no plugin nothing, only openadmin,')
  const inputs = { 'admin.picky.close': () => ({}) }
  expect(() => promises(shop, 'picky', { inputs })).toThrow('The plugin picky has no procedure admin.picky.close')
})
