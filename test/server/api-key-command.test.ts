import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const run = (...args: string[]) => runSharedCommand(['api-key', ...args], { DATABASE_URL: shop.databaseUrl })

test('the command `api-key` creates a key of an administrator and prints its secret', async () => {
  const { stdout } = await run(
    ...['create', '--email', 'Admin@example.com', '--name', 'ERP', '--expires', '2999-12-31'],
    ...['--scope', 'products.*', 'read:apiKeys.*'],
  )
  expect(stdout).toMatch(/^cw_[\w-]{43}\n$/)
  const caller = shop.as({ authorization: `Bearer ${stdout.trim()}` })
  const { api_keys } = await expectSuccess(caller.get('/admin/api-keys'))
  expect(api_keys).toMatchObject([
    { name: 'ERP', scopes: ['products.*', 'read:apiKeys.*'], expires_at: '2999-12-31T00:00:00.000Z' },
  ])
})

const createKey = () => expectSuccess(shop.admin.post('/admin/api-keys', { name: 'Till', scopes: ['orders.*'] }))

test('the command `api-key` lists keys without their secrets', async () => {
  const { api_key, secret } = await createKey()
  const { stdout: list } = await run('list')
  const cells = [api_key.id, api_key.hint, 'Till', 'admin@example.com', 'orders.*', 'never', 'never']
  expect(list.split('\n')).toContain(cells.join('\t'))
  expect(list).not.toContain(secret)
})

test('the command `api-key` revokes a key', async () => {
  const { api_key, secret } = await createKey()
  expect(await run('revoke', api_key.id)).toMatchObject({ code: 0, stdout: `${api_key.id} revoked\n` })
  expect((await shop.as({ authorization: `Bearer ${secret}` }).get('/admin/orders')).status).toBe(401)
})

test('the command `api-key` rejects an unknown scope', async () => {
  const { code, stderr } = await run('create', '--email', 'admin@example.com', '--name', 'x', '--scope', 'product.*')
  expect([code, stderr]).toEqual([1, expect.stringContaining('Unknown scopes: product.*')])
})

test.each([
  ['2026-02-30', 'is not a date'],
  ['tomorrow', 'is not a date'],
  ['2020-01-01', 'is in the past'],
])('the command `api-key` refuses the date %s by name', async (date, message) => {
  const { code, stdout, stderr } = await run(
    ...['create', '--email', 'admin@example.com', '--name', 'Late', '--expires', date, '--scope', 'products.*'],
  )
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(`--expires: ${date} ${message}`)])
  expect((await run('list')).stdout).not.toContain('Late')
})
