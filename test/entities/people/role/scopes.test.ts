import fc from 'fast-check'
import { expect, test } from 'vitest'
import { includesScope, isAllowedByScopes, OUTSIDE_WILDCARD, validateScopes } from '#entities/people/role/scopes.ts'

const RESOURCES = ['orders', 'products', ...OUTSIDE_WILDCARD]
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
])('the scope %s allows only %s', (scope, allowed) => {
  const names = PROCEDURES.filter((one) => isAllowedByScopes([scope], one)).map(({ name }) => name)
  expect(names.join(' ')).toBe(allowed)
})

test('several scopes allow the procedures of each', () => {
  const allowed = PROCEDURES.filter((one) => isAllowedByScopes(['orders.create', 'read:products.*'], one))
  expect(allowed.map(({ name }) => name)).toEqual(['orders.create', 'products.list'])
  expect(isAllowedByScopes([], procedure('orders.list'))).toBe(false)
})

const IDLE = ['', 'orders', 'orders.', '*.list', 'orders.li*', 'order.*', 'read:orders.create', 'read:', 'write:*']

test.each([
  ...IDLE,
  'orders.list.x',
  ' *',
  '**',
  'toString.*',
])('the scope %j is rejected because it matches nothing', (scope) => {
  expect(() => validateScopes(['orders.list', scope], PROCEDURES)).toThrow(`Unknown scopes: ${scope}`)
})

test('a repeated scope is kept once', () => {
  expect(validateScopes(['read:*', 'users.*', 'read:*'], PROCEDURES)).toEqual(['read:*', 'users.*'])
})

const scopes = fc.constantFrom(
  ...['*', ...RESOURCES.flatMap((resource) => ['*', ...VERBS].map((verb) => `${resource}.${verb}`))].flatMap((name) => [
    name,
    `read:${name}`,
  ]),
)

test('a scope covers itself, and a covering scope allows all procedures of the other', () => {
  fc.assert(
    fc.property(scopes, scopes, fc.constantFrom(...PROCEDURES), (one, other, requested) => {
      expect(includesScope(one, one)).toBe(true)
      if (includesScope(one, other) && isAllowedByScopes([other], requested))
        expect(isAllowedByScopes([one], requested)).toBe(true)
    }),
  )
})

test('no star covers procedures that manage access', () => {
  for (const resource of OUTSIDE_WILDCARD) {
    expect(includesScope('*', `read:${resource}.list`)).toBe(false)
    expect(includesScope(`${resource}.*`, '*')).toBe(false)
  }
})
