import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import type { AppRouter, RefusalReason } from '#client/index.ts'
import { fieldErrorsOf } from '#console/components/form/field-errors.ts'
import { words as de } from '#console/strings/de/common.ts'

const message = 'Germany already exists in region reg_1'

/** The error of the client for a duplicate value of the field `countries.0`. */
const duplicateError = (reason?: RefusalReason) =>
  new TRPCClientError<AppRouter>(message, {
    result: {
      error: {
        message,
        code: -32022,
        data: {
          code: 'UNPROCESSABLE_CONTENT',
          httpStatus: 422,
          type: 'duplicate_error',
          message,
          path: undefined,
          fields: [{ path: 'countries.0', message }],
          ...(reason ? { reason } : {}),
        },
      },
    },
  })

test.each([
  undefined,
  { name: 'value_exists', field: 'iso_2', value: 'de' } as const,
])('a value that another row has is refused at its field (reason: %j)', (reason) => {
  expect(fieldErrorsOf(duplicateError(reason), { names: ['countries'] }, de)).toEqual({
    countries: 'Diesen Wert gibt es schon.',
  })
})

test('a more precise reason for a duplicate value is shown at its field', () => {
  const error = duplicateError({ name: 'country_in_other_region', country: 'Germany' })
  const { countries } = fieldErrorsOf(error, { names: ['countries'] }, de)
  expect(countries).toContain('Germany')
  expect(countries).not.toBe(message)
})

test('an error about no field of the form has no entry', () => {
  expect(fieldErrorsOf(duplicateError(), { names: ['name'] }, de)).toEqual({})
})
