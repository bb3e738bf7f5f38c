import { expect, test } from 'vitest'
import { undoOf, withoutUnchanged } from '#console/components/form/undo-of.ts'

test.each([
  [
    'the changed fields get their values before, with the ID of the row',
    { id: 'a', name: 'New', rate: 7, tags: ['x'] },
    { id: 'a', name: 'Old', rate: 7, tags: [] },
    { id: 'a', name: 'Old', tags: [] },
  ],
  [
    'an empty field becomes empty again',
    { id: 'a', handle: 'new' },
    { id: 'a', handle: null },
    { id: 'a', handle: null },
  ],
  [
    'an update whose earlier value is unknown has no undo',
    { id: 'a', name: 'New', role: 'b' },
    { id: 'a', name: 'Old' },
    undefined,
  ],
  [
    'a field that the update left out gets its value before',
    { id: 'a', name: 'Old' },
    { id: 'a', name: 'Old', handle: 'h' },
    { id: 'a', handle: 'h' },
  ],
  [
    'the ID of another row is sent only if it was changed',
    { id: 'a', name: 'New', parent_id: 'p', region_id: 'r' },
    { id: 'a', name: 'Old', parent_id: 'p', region_id: 's' },
    { id: 'a', name: 'Old', region_id: 's' },
  ],
  [
    'a row in the row gets only its changed fields',
    { id: 'a', rule: { id: 'r', value: 9, description: '' } },
    { id: 'a', rule: { id: 'r', value: 7, description: '' } },
    { id: 'a', rule: { id: 'r', value: 7 } },
  ],
  [
    'an address is replaced as a whole',
    { id: 'a', address: { city: 'Bonn', phone: null } },
    { id: 'a', address: { city: 'Köln', phone: null } },
    { id: 'a', address: { city: 'Köln', phone: null } },
  ],
  ['a moment is compared by its value', { id: 'a', at: new Date(5) }, { id: 'a', at: new Date(5) }, undefined],
  ['an unchanged row needs no undo', { id: 'a', name: 'Old' }, { id: 'a', name: 'Old' }, undefined],
])('%s', (_, saved: object, before: object, expected) => {
  expect(undoOf(saved, before)).toEqual(expected)
})

test('the fields that identify a row stay in its undo', () => {
  const line = { id: 'edit', item_id: 'item', quantity: 2 }
  const undone = undoOf({ ...line, note: 'new' }, { ...line, note: 'old' }, Object.keys(line))
  expect(undone).toEqual({ ...line, note: 'old' })
})

test('a named field is sent only if it was changed', () => {
  const stored = { id: 'a', name: 'Old', role: 'member' }
  expect(withoutUnchanged({ ...stored, name: 'New' }, stored, ['role'])).toEqual({ id: 'a', name: 'New' })
  expect(withoutUnchanged({ ...stored, role: 'admin' }, stored, ['role'])).toEqual({ ...stored, role: 'admin' })
})
