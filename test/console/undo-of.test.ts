import { expect, test } from 'vitest'
import { undoOf } from '#console/components/form/undo-of.ts'

test.each([
  [
    'the changed fields get their values before, with the ID of the row',
    { id: 'a', name: 'New', rate: 7, tags: ['x'] },
    { id: 'a', name: 'Old', rate: 7, tags: [] },
    { id: 'a', name: 'Old', tags: [] },
  ],
  ['a field that was absent becomes empty', { id: 'a', handle: 'new' }, { id: 'a' }, { id: 'a', handle: null }],
  ['a moment is compared by its value', { id: 'a', at: new Date(5) }, { id: 'a', at: new Date(5) }, undefined],
  ['an unchanged row needs no undo', { id: 'a', name: 'Old' }, { id: 'a', name: 'Old' }, undefined],
])('%s', (_, saved: object, before: object, expected) => {
  expect(undoOf(saved, before)).toEqual(expected)
})
