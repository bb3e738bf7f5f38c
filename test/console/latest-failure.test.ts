import { expect, test } from 'vitest'
import { latestFailure } from '#console/components/action/latest-failure.ts'

const error = new Error('Not saved')

test.each([
  ['nothing was sent', [{ submittedAt: 0, error: null }], undefined],
  [
    'the only change failed',
    [
      { submittedAt: 0, error: null },
      { submittedAt: 1, error },
    ],
    error,
  ],
  [
    'a later change succeeded',
    [
      { submittedAt: 1, error },
      { submittedAt: 2, error: null },
    ],
    undefined,
  ],
])('the latest failure is clear if %s', (_name, mutations, failure) => {
  expect(latestFailure(mutations)).toBe(failure)
})
