import { expect, test } from 'vitest'
import { Event } from '#entities/platform/event/event.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

const about = { resource_id: 'order_1', resource_type: 'order' }

test('a note can be created, updated and deleted, and its author is the caller', async () => {
  await using shop = await openTestShop()
  const { note } = await expectSuccess(shop.admin.post('/admin/notes', { ...about, value: 'Call back' }))
  expect(note).toMatchObject({ ...about, value: 'Call back', metadata: {}, deleted_at: null })
  expect(note.author).toMatchObject({ id: note.author_id, email: 'admin@example.com' })
  expect(note.author).not.toHaveProperty('api_token')
  const path = `/admin/notes/${note.id}`
  expect((await expectSuccess(shop.admin.post(path, { value: 'Called' }))).note.value).toBe('Called')
  expect((await expectSuccess(shop.admin.get(path))).note).toMatchObject({
    value: 'Called',
    author: { id: note.author_id },
  })

  const deleted = { id: note.id, object: 'note', deleted: true }
  expect(await expectSuccess(shop.admin.delete(path))).toEqual(deleted)
  const message = `Note with id: ${note.id} was not found.`
  for (const again of [shop.admin.delete(path), shop.admin.get(path), shop.admin.post(path, { value: 'x' })])
    await expectError(again, 404, 'not_found', message)
  const events = await shop.orm.em.fork().find(Event, { name: { $like: 'note.%' } }, { orderBy: { id: 'asc' } })
  expect(events.map(({ name, payload }) => [name, payload.id])).toEqual(
    ['note.created', 'note.updated', 'note.deleted'].map((name) => [name, note.id]),
  )
})

test('notes can be filtered by resource and are listed newest first', async () => {
  await using shop = await openTestShop()
  for (const [resource_id, value] of [
    ['order_1', 'a'],
    ['order_2', 'b'],
    ['order_1', 'c'],
  ])
    await expectSuccess(shop.admin.post('/admin/notes', { resource_id, resource_type: 'order', value }))
  const list = (query: string) => expectSuccess(shop.admin.get(`/admin/notes?${query}`))
  const { notes, ...page } = await list('resource_id=order_1')
  expect(notes.map(({ value }: { value: string }) => value)).toEqual(['c', 'a'])
  expect(page).toEqual({ count: 2, offset: 0, limit: 50 })
  expect((await list('')).count).toBe(3)
})

test('an invalid note is rejected', async () => {
  await using shop = await openTestShop()
  expect((await shop.post('/admin/notes', { ...about, value: 'x' })).status).toBe(401)
  const missing = 'value should not be empty, value must be a string'
  await expectError(shop.admin.post('/admin/notes', about), 400, 'invalid_data', missing)
  const author = 'property author_id should not exist'
  await expectError(
    shop.admin.post('/admin/notes', { ...about, value: 'x', author_id: 'usr_1' }),
    400,
    'invalid_data',
    author,
  )
})
