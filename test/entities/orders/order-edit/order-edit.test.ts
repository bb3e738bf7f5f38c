import { describe, expect, test } from 'vitest'
import { EDIT_STATUSES, type EditStatus } from '#entities/orders/order-edit/edit-statuses.ts'
import { OrderEdit } from '#entities/orders/order-edit/order-edit.ts'

const editWith = (status: EditStatus): OrderEdit => Object.assign(new OrderEdit(), { status })

const OPERATIONS: [string, (edit: OrderEdit) => void, string, EditStatus[]][] = [
  ['requested', (edit) => edit.request('usr_1'), 'Cannot request a confirmation of an order edit', ['created']],
  ['confirmed', (edit) => edit.confirm('usr_1'), 'Cannot confirm an order edit', ['created', 'requested']],
  ['declined', (edit) => edit.decline('usr_1', 'late'), 'Cannot decline an order edit', ['requested']],
  ['canceled', (edit) => edit.cancel('usr_1'), 'Cannot cancel order edit', ['created', 'requested']],
]

describe.each(OPERATIONS)('becoming %s', (status, operation, message, allowed) => {
  test.each(EDIT_STATUSES)('an edit that is %s follows the table of transitions', (from) => {
    const edit = editWith(from)
    if (allowed.includes(from)) {
      operation(edit)
      const time = expect.any(Date)
      expect(edit).toMatchObject({ status, [`${status}_by`]: 'usr_1', [`${status}_at`]: time })
    } else {
      expect(() => operation(edit)).toThrow(`${message} with status ${from}`)
      expect(edit.status).toBe(from)
    }
  })
})

test('a declined edit has the reason', () => {
  const edit = editWith('requested')
  edit.decline(null, 'too late')
  expect(edit).toMatchObject({ declined_by: null, declined_reason: 'too late' })
})

test.each(
  EDIT_STATUSES,
)('an edit with the status %s can change or be deleted only if the status is created', (status) => {
  const edit = editWith(status)
  if (status === 'created') {
    expect(() => edit.assertDeletable()).not.toThrow()
  } else {
    expect(() => edit.assertDeletable()).toThrow(`Cannot delete order edit with status ${status}`)
    expect(() => edit.assertEditable('Can not add an item to the edit with status')).toThrow(
      `Can not add an item to the edit with status ${status}`,
    )
  }
})
