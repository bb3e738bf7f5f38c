import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const path = '/admin/return-reasons'
const add = async (value: string, over: object = {}) =>
  (await expectSuccess(shop.admin.post(path, { value, label: `It is ${value}`, ...over }))).return_reason

test('return reasons can be nested once and are public', async () => {
  const wrong = await add('wrong', { description: 'Not the ordered item', metadata: { a: 1 } })
  expect(wrong).toMatchObject({ label: 'It is wrong', description: 'Not the ordered item', metadata: { a: 1 } })
  expect([wrong.parent_return_reason, wrong.return_reason_children]).toEqual([null, []])
  const size = await add('size', { parent_return_reason_id: wrong.id })
  expect(size.parent_return_reason).toMatchObject({ id: wrong.id, value: 'wrong' })
  const doubly = 'Doubly nested return reasons is not supported'
  const body = { value: 'small', label: 'Small', parent_return_reason_id: size.id }
  await expectError(shop.admin.post(path, body), 400, 'invalid_data', doubly)

  for (const caller of [shop.admin, shop]) {
    const side = caller === shop ? '/store/return-reasons' : path
    const { return_reasons, ...rest } = await expectSuccess(caller.get(side))
    expect(return_reasons).toMatchObject([{ value: 'wrong', return_reason_children: [{ value: 'size' }] }])
    expect(rest).toEqual({})
    const { return_reason } = await expectSuccess(caller.get(`${side}/${wrong.id}`))
    expect(return_reason.return_reason_children).toMatchObject([{ id: size.id }])
  }
})

test('a return reason can be updated, and deleting it deletes its children', async () => {
  const { id } = await add('late')
  const nested = await add('very late', { parent_return_reason_id: id })
  const changed = await expectSuccess(shop.admin.post(`${path}/${id}`, { label: 'Too late', metadata: { days: 3 } }))
  expect(changed.return_reason).toMatchObject({ value: 'late', label: 'Too late', metadata: { days: 3 } })
  const deletion = { id, object: 'return_reason', deleted: true }
  expect(await expectSuccess(shop.admin.delete(`${path}/${id}`))).toEqual(deletion)
  for (const one of [id, nested.id]) {
    const missing = `Return Reason with id: ${one} was not found.`
    for (const reply of [shop.admin.get(`${path}/${one}`), shop.get(`/store/return-reasons/${one}`)])
      await expectError(reply, 404, 'not_found', missing)
    await expectError(shop.admin.delete(`${path}/${one}`), 404, 'not_found', missing)
    await expectError(shop.admin.post(`${path}/${one}`, {}), 404, 'not_found', missing)
  }
  await add('late')
})

test('an invalid return reason is rejected', async () => {
  await add('broken')
  expect((await shop.post(path, { value: 'x', label: 'x' })).status).toBe(401)
  const twice = 'Return_reason with value broken already exists.'
  const again = { value: 'broken', label: 'Broken' }
  await expectError(shop.admin.post(path, again), 422, 'duplicate_error', twice, 'invalid_request_error')
  const empty = 'value should not be empty, value must be a string, label should not be empty, label must be a string'
  await expectError(shop.admin.post(path, {}), 400, 'invalid_data', empty)
  const orphan = { value: 'x', label: 'x', parent_return_reason_id: 'rr_no' }
  await expectError(shop.admin.post(path, orphan), 404, 'not_found', 'Return Reason with id: rr_no was not found.')
})
