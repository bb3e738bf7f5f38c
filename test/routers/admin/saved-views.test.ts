import { expect, test } from 'vitest'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { expectError, expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { notInRole } from '#test/support/not-in-role.ts'
import { type Caller, openTestShop } from '#test/support/shop.ts'

const view = { list: 'orders', name: 'To call', search: { tags: ['phone', 'vip'], order: '-created_at' } }
const viewsOf = async (caller: Caller) => (await expectSuccess(caller.get('/admin/account/views'))).views

test('a user of any role saves, replaces and deletes own views, which others do not see', async () => {
  await using shop = await openTestShop()
  const { caller } = await addUserWithScopes(shop, 'read:orders.*')
  const { view: saved } = await expectSuccess(caller.post('/admin/account/views', view))
  expect(saved).toEqual({ id: saved.id, ...view, is_shared: false, is_own: true })
  const search = { q: 'ann', columns: 'customer,total' }
  expect((await expectSuccess(caller.post('/admin/account/views', { ...view, search }))).view).toMatchObject({
    id: saved.id,
    search,
  })
  await expectSuccess(caller.post('/admin/account/views', { ...view, list: 'customers' }))
  expect(await viewsOf(caller)).toHaveLength(2)
  expect(await viewsOf(shop.admin)).toEqual([])
  expect((await shop.admin.delete(`/admin/account/views/${saved.id}`)).status).toBe(404)
  expect((await shop.admin.post(`/admin/saved-views/${saved.id}/share`, { is_shared: true })).status).toBe(404)
  await expectSuccess(caller.delete(`/admin/account/views/${saved.id}`))
  expect(await viewsOf(caller)).toMatchObject([{ list: 'customers' }])
})

test('a view is shown to all users with the right to share, and hidden again', async () => {
  await using shop = await openTestShop()
  const { caller, role } = await addUserWithScopes(shop, 'read:orders.*')
  const { view: own } = await expectSuccess(caller.post('/admin/account/views', view))
  const refused = caller.post(`/admin/saved-views/${own.id}/share`, { is_shared: true })
  await expectError(refused, ...notInRole(role.name, 'savedViews.share'))
  const { view: shared } = await expectSuccess(shop.admin.post('/admin/account/views', view))
  const share = (is_shared: boolean) => shop.admin.post(`/admin/saved-views/${shared.id}/share`, { is_shared })
  await expectSuccess(share(true))
  expect(await viewsOf(caller)).toEqual(
    expect.arrayContaining([
      { ...own, is_own: true },
      { ...shared, is_shared: true, is_own: false },
    ]),
  )
  expect((await caller.delete(`/admin/account/views/${shared.id}`)).status).toBe(404)
  await expectSuccess(share(false))
  expect(await viewsOf(caller)).toEqual([own])
})

test.each([
  { ...view, name: '  ' },
  { ...view, name: 'x'.repeat(61) },
  { ...view, name: 'a\nb' },
  { ...view, list: '../orders' },
  { ...view, search: { q: 'x'.repeat(501) } },
  { ...view, search: { q: { $ne: 1 } } },
  { ...view, search: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, 'x'])) },
  { ...view, is_shared: true },
])('the view %j is refused', async (body) => {
  await using shop = await openTestShop()
  expect((await shop.admin.post('/admin/account/views', body)).status).toBe(400)
  expect(await viewsOf(shop.admin)).toEqual([])
})

test('a view is renamed, and keeps its ID and its sharing', async () => {
  await using shop = await openTestShop()
  const { caller } = await addUserWithScopes(shop, 'read:orders.*')
  const save = (body: object, by = shop.admin) => by.post('/admin/account/views', { ...view, ...body })
  const { view: own } = await expectSuccess(save({}))
  await expectSuccess(shop.admin.post(`/admin/saved-views/${own.id}/share`, { is_shared: true }))
  const renamed = { id: own.id, name: 'To write' }
  expect((await expectSuccess(save(renamed))).view).toEqual({ ...own, ...renamed, is_shared: true })
  await expectSuccess(save({ name: 'Others' }))
  await expectErrorMessage(save({ id: own.id, name: 'Others' }), 422, /already/)
  expect((await save({ id: own.id, list: 'customers' })).status).toBe(404)
  expect((await save({ id: own.id, name: 'Mine' }, caller)).status).toBe(404)
  expect((await viewsOf(shop.admin)).map(({ name }) => name)).toEqual(['Others', 'To write'])
})

test('requests at the same time save one view for each name', async () => {
  await using shop = await openTestShop()
  await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      expectSuccess(shop.admin.post('/admin/account/views', { ...view, search: { q: `${i}` } })),
    ),
  )
  expect(await viewsOf(shop.admin)).toHaveLength(1)
})
