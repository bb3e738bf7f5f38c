import { expect, test } from 'vitest'
import type { Change } from '#entities/platform/audit/audit-log.ts'
import { mergeChanges } from '#entities/platform/audit/merge-changes.ts'

const change = (action: Change['action'], before: Change['before'], after: Change['after']): Change => ({
  table: 'product',
  action,
  ids: ['prod_1'],
  before,
  after,
})

test('two updates of a row become one from the first state to the last one', () => {
  const first = change('update', { title: 'a', status: 'draft' }, { title: 'b', status: 'published' })
  const second = change('update', { title: 'b' }, { title: 'c' })
  expect(mergeChanges([first, second])).toEqual([
    change('update', { title: 'a', status: 'draft' }, { title: 'c', status: 'published' }),
  ])
})

test('a column with its first value again is not a change', () => {
  const first = change('update', { title: 'a', status: 'draft' }, { title: 'b', status: 'published' })
  const back = change('update', { title: 'b' }, { title: 'a' })
  expect(mergeChanges([first, back])).toEqual([change('update', { status: 'draft' }, { status: 'published' })])
  expect(mergeChanges([change('update', { title: 'a' }, { title: 'b' }), back])).toEqual([])
})

test('an update of a new row belongs to its creation', () => {
  const created = change('create', null, { id: 'prod_1', title: 'a' })
  expect(mergeChanges([created, change('update', { title: 'a' }, { title: 'b' })])).toEqual([
    change('create', null, { id: 'prod_1', title: 'b' }),
  ])
})

test('the deletion of a row shows its first state', () => {
  const updated = change('update', { title: 'a' }, { title: 'b' })
  const deleted = change('delete', { id: 'prod_1', title: 'b' }, null)
  expect(mergeChanges([updated, deleted])).toEqual([change('delete', { id: 'prod_1', title: 'a' }, null)])
  expect(mergeChanges([change('create', null, { id: 'prod_1' }), deleted])).toEqual([])
})

test('a row that is deleted and created again has the changed columns', () => {
  const deleted = change('delete', { id: 'prod_1', title: 'a' }, null)
  const created = change('create', null, { id: 'prod_1', title: 'b', subtitle: 'c' })
  expect(mergeChanges([deleted, created])).toEqual([
    change('update', { title: 'a', subtitle: null }, { title: 'b', subtitle: 'c' }),
  ])
})

test('rows of other tables and other ids stay separate', () => {
  const one = change('update', { title: 'a' }, { title: 'b' })
  const others = [
    { ...one, ids: ['prod_2'] },
    { ...one, table: 'product_variant' },
  ]
  expect(mergeChanges([one, ...others])).toEqual([one, ...others])
})
