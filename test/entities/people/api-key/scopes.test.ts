import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers, isAllowedByScopes, NAMED_ONLY, validateScopes } from '#entities/people/api-key/scopes.ts'

const RESOURCES = ['orders', 'products', ...NAMED_ONLY]
const VERBS = ['list', 'create']
const procedure = (name: string) => ({ name, reads: name.endsWith('.list') })
const PROCEDURES = RESOURCES.flatMap((resource) => VERBS.map((verb) => procedure(`${resource}.${verb}`)))

test.each([
  ['*', 'orders.list orders.create products.list products.create'],
  ['read:*', 'orders.list products.list'],
  ['orders.*', 'orders.list orders.create'],
  ['read:orders.*', 'orders.list'],
  ['orders.create', 'orders.create'],
  ['read:orders.list', 'orders.list'],
  ['users.*', 'users.list users.create'],
  ['read:apiKeys.*', 'apiKeys.list'],
  ['invites.create', 'invites.create'],
])('%s allows %s and nothing else', (scope, allowed) => {
  const names = PROCEDURES.filter((one) => isAllowedByScopes([scope], one)).map(({ name }) => name)
  expect(names.join(' ')).toBe(allowed)
})

test('several scopes allow what any of them does', () => {
  const allowed = PROCEDURES.filter((one) => isAllowedByScopes(['orders.create', 'read:products.*'], one))
  expect(allowed.map(({ name }) => name)).toEqual(['orders.create', 'products.list'])
  expect(isAllowedByScopes([], procedure('orders.list'))).toBe(false)
})

const IDLE = ['', 'orders', 'orders.', '*.list', 'orders.li*', 'order.*', 'read:orders.create', 'read:', 'write:*']

test.each([...IDLE, 'orders.list.x', ' *', '**', 'toString.*'])('%j is refused, since it allows nothing', (scope) => {
  expect(() => validateScopes(['orders.list', scope], PROCEDURES)).toThrow(`Unknown scopes: ${scope}`)
})

test('a scope that is named twice is kept once', () => {
  expect(validateScopes(['read:*', 'users.*', 'read:*'], PROCEDURES)).toEqual(['read:*', 'users.*'])
})

const scopes = fc.constantFrom(
  ...['*', ...RESOURCES.flatMap((resource) => ['*', ...VERBS].map((verb) => `${resource}.${verb}`))].flatMap((name) => [
    name,
    `read:${name}`,
  ]),
)

test('what covers a scope allows whatever that allows, and a scope covers itself', () => {
  fc.assert(
    fc.property(scopes, scopes, fc.constantFrom(...PROCEDURES), (one, other, asked) => {
      expect(covers(one, one)).toBe(true)
      if (covers(one, other) && isAllowedByScopes([other], asked)) expect(isAllowedByScopes([one], asked)).toBe(true)
    }),
  )
})

test('no star covers who may get in', () => {
  for (const resource of NAMED_ONLY) {
    expect(covers('*', `read:${resource}.list`)).toBe(false)
    expect(covers(`${resource}.*`, '*')).toBe(false)
  }
})
