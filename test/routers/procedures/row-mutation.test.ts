import { expect, test } from 'vitest'
import { z } from 'zod'
import { accountMutation, adminMutation } from '#routers/procedures/row-mutation.ts'

const response = z.object({ name: z.string() })
const read = async () => ({ name: 'Ada' })
const mutation = adminMutation({ response, read })
const ownMutation = accountMutation({ response, read })
const WithId = z.strictObject({ id: z.string() })
const WithoutId = z.strictObject({ name: z.string() })

test('the type of a resolver depends on the id in its input', () => {
  const procedures = [
    mutation(WithId).mutation(async () => {}),
    mutation(WithoutId).mutation(async () => ({ id: 'row_1' })),
    // @ts-expect-error The base procedure reads the row by the id of the input.
    mutation(WithId).mutation(async () => ({ id: 'row_1' })),
    // @ts-expect-error Without an id in the input, the resolver returns the row.
    mutation(WithoutId).mutation(async () => {}),
  ]
  expect(procedures).toHaveLength(4)
})

test('the input or the resolver names the row by the column of the answer', () => {
  const byCode = adminMutation({ by: 'code', response, read })
  const procedures = [
    byCode(z.strictObject({ code: z.string() })).mutation(async () => {}),
    byCode(WithId).mutation(async () => ({ code: 'SUMMER' })),
    // @ts-expect-error The input does not have the code.
    byCode(WithId).mutation(async () => {}),
  ]
  expect(procedures).toHaveLength(3)
})

test('the resolver of a customer returns nothing', () => {
  const procedures = [
    ownMutation(WithoutId).mutation(async () => {}),
    // @ts-expect-error The base procedure reads the customer.
    ownMutation(WithoutId).mutation(async () => ({ id: 'cus_1' })),
  ]
  expect(procedures).toHaveLength(2)
})
