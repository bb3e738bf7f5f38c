import { expect, test } from 'vitest'
import type { RefusalReason } from '#client/index.ts'
import { type Refusal, refusalText } from '#console/components/refusal-text.ts'
import { words as batchErrors } from '#console/strings/de/batch-errors.ts'
import { words as de } from '#console/strings/de/refusals.ts'
import { batchErrorText } from '#console/strings/import-reasons.ts'
import { en } from '#console/strings/refusals.ts'
import type { ErrorKind } from '#entities/errors.ts'

const message = 'Cart cannot be paid'
const refusal = (values: Partial<Refusal> = {}): Refusal => ({
  type: 'not_allowed',
  code: undefined,
  reason: undefined,
  message,
  ...values,
})

/** Every type of a refusal. */
const types = Object.keys({
  invalid_data: true,
  not_allowed: true,
  not_found: true,
  unauthorized: true,
  forbidden: true,
  conflict: true,
  duplicate_error: true,
  payment_authorization_error: true,
  too_many_requests: true,
  unavailable: true,
} satisfies Record<ErrorKind, true>)

/** Messages of these types are about requests, not about the data of the user. */
const REWORDED = ['conflict', 'unavailable', 'unknown_error']

test.each([...types, 'unknown_error'])('a refusal of the type %s has German words', (type) => {
  expect(refusalText(refusal({ type }), de)).not.toBe(message)
  const english = refusalText(refusal({ type }), en)
  expect(english === message).toBe(!REWORDED.includes(type))
})

test('a known code has more precise words than the type', () => {
  const code = 'insufficient_inventory'
  expect(refusalText(refusal({ code }), de)).toBe('Der Bestand reicht nicht aus.')
  expect(refusalText(refusal({ code }), en)).toBe(message)
})

test('a known reason has German words without the English message', () => {
  const reason = { name: 'item_out_of_stock', title: 'Mug' } as const
  expect(refusalText(refusal({ code: 'insufficient_inventory', reason }), de)).toBe(
    'Der Bestand von „Mug“ reicht nicht aus.',
  )
  expect(refusalText(refusal({ reason }), en)).toBe(message)
})

test('the German words of a reason contain its values', () => {
  const textOf = (reason: RefusalReason) => refusalText(refusal({ reason }), de)
  expect(textOf({ name: 'refund_too_large', refundable: 123456, currency_code: 'eur' })).toMatch(
    /^Höchstens 1\.234,56\s€ können erstattet werden\.$/,
  )
  expect(textOf({ name: 'order_edit_status', status: 'created' })).toBe('Die Änderung ist noch ein Entwurf.')
  expect(textOf({ name: 'status_transition', from: 'shipped', to: 'canceled' })).toBe(
    'Der Status „versandt“ kann nicht zu „storniert“ wechseln.',
  )
  expect(textOf({ name: 'batch_job_status', status: 'completed' })).toBe('Der Auftrag ist schon fertig.')
  expect(textOf({ name: 'csv_invalid', line: 3 })).toBe('Zeile 3 ist kein gültiges CSV.')
  expect(textOf({ name: 'more_errors', count: 1 })).toBe('1 weiterer Fehler wurde gefunden.')
  expect(textOf({ name: 'file_too_large', maximum: 50 * 1024 * 1024 })).toBe(
    'Eine Datei darf höchstens 50 MB groß sein.',
  )
})

test('the German words for open business of a customer contain the next steps', () => {
  const parts = [
    { kind: 'return', reference: '12' },
    { kind: 'payment', reference: 'pay_1' },
  ] as const
  const reason = { name: 'customer_has_open_business', parts, more: 1 } as const
  expect(refusalText(refusal({ reason }), de)).toBe(
    'Der Kunde kann noch nicht gelöscht werden. ' +
      'Eine Retoure der Bestellung #12 ist offen. Nehmen Sie sie an, oder stornieren Sie sie. ' +
      'Zur Zahlung pay_1 fehlt eine Antwort des Zahlungsanbieters. Versuchen Sie es später noch einmal. ' +
      '1 weiterer Vorgang ist offen.',
  )
})

test('the English words of a reason replace a message for programs', () => {
  const textOf = (reason: RefusalReason, of: string) => refusalText(refusal({ message: of, reason }), en)
  expect(textOf({ name: 'entry_missing' }, 'Discount with id disc_1 was not found')).toBe(
    'This entry no longer exists. Load the page again.',
  )
  expect(textOf({ name: 'provider_failed' }, 'The request conflicted with another request.')).toBe(
    'The provider gave no usable answer. Try again in a moment.',
  )
  expect(textOf({ name: 'too_many_entries', maximum: 1000 }, 'input must contain not more than 1000 elements')).toBe(
    'At most 1,000 entries are possible at once.',
  )
})

test('a reason that the page does not know keeps its message', () => {
  const [reason] = JSON.parse('[{ "name": "reason_of_a_newer_shop" }]')
  expect(refusalText(refusal({ reason }), de)).toBe(message)
})

test('an error in a line of a file has the words of each reason, with the title of the column', () => {
  const reasons = [{ name: 'cell_not_whole', column: 'Variant Inventory Quantity' }, { name: 'variant_not_named' }]
  expect(batchErrors.batchErrorText({ message, reasons })).toBe(
    'Variant Inventory Quantity: Der Wert muss eine ganze Zahl sein. Die Zeile braucht eine SKU oder eine ID.',
  )
  expect(batchErrorText({ message, reasons })).toBe(
    'Variant Inventory Quantity: Use a whole number. The row needs a SKU or an id.',
  )
})

test('an error in a line without a known reason keeps its message', () => {
  expect(batchErrors.batchErrorText({ message })).toBe(message)
  expect(batchErrors.batchErrorText({ message, reasons: [{ name: 'reason_of_a_newer_shop' }] })).toBe(message)
})

test('a missing row has German words and the English message, because it can be the message of a plugin', () => {
  expect(refusalText(refusal({ type: 'not_found' }), de)).toBe(`Nicht gefunden: ${message}`)
})

test('the reason of an invalid token follows the German words', () => {
  const refused = 'Invalid or expired token'
  const type = 'unauthorized'
  expect(refusalText(refusal({ type, message: refused }), de)).toContain(refused)
  expect(refusalText(refusal({ type, message: 'Unauthorized' }), de)).toBe(
    'Sie sind abgemeldet. Melden Sie sich an, und versuchen Sie es noch einmal.',
  )
})

test('a refusal with an unknown code has the words of its type and the English message', () => {
  expect(refusalText(refusal({ code: 'unknown_code' }), de)).toBe(`Das ist nicht möglich: ${message}`)
})

test('a refusal of an unknown type keeps its message', () => {
  expect(refusalText(refusal({ type: 'of_a_plugin' }), de)).toBe(message)
})
