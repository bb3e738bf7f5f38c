import { expect, test } from 'vitest'
import { CLOSED, isIn } from '#console/screens/settings/roles/rights.ts'
import { isAllowedByScopes, OUTSIDE_WILDCARD } from '#entities/people/role/scopes.ts'

test('the form of a role excludes the same resources from wildcards as the shop', () => {
  expect([...CLOSED].toSorted()).toEqual([...OUTSIDE_WILDCARD].toSorted())
})

const SCOPES = ['*', 'read:*', 'orders.*', 'read:orders.*', 'orders.refund', 'orders.list', 'users.*', 'read:users.*']
const PROCEDURES = [
  { name: 'orders.list', reads: true },
  { name: 'orders.refund', reads: false },
  { name: 'products.list', reads: true },
  { name: 'products.create', reads: false },
  { name: 'users.list', reads: true },
  { name: 'users.create', reads: false },
]

test.each(SCOPES)('the form of a role reads the scope %s as the shop does', (scope) => {
  expect(PROCEDURES.filter((procedure) => isIn([scope], procedure))).toEqual(
    PROCEDURES.filter((procedure) => isAllowedByScopes([scope], procedure)),
  )
})
