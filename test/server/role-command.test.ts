import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUserOfRole } from '#test/support/add-member.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const run = (...args: string[]) => runSharedCommand(args, { DATABASE_URL: shop.databaseUrl })

test('the command `role` creates, lists, changes and deletes a role', async () => {
  const created = await run('role', 'create', 'Support', '--scope', 'read:orders.*', 'orders.refund')
  expect(created).toMatchObject({ code: 0, stdout: 'Support created\n' })
  expect((await run('role', 'list')).stdout.split('\n')).toContain('Support\tread:orders.* orders.refund')
  const { caller } = await addUserOfRole(shop, 'Support')
  expect((await caller.get('/admin/customers')).status).toBe(403)
  expect(await run('role', 'update', 'Support', '--scope', 'read:customers.*')).toMatchObject({ code: 0 })
  expect((await caller.get('/admin/customers')).status).toBe(200)
  const inUse = await run('role', 'delete', 'Support')
  expect([inUse.code, inUse.stderr]).toEqual([1, expect.stringContaining('(users: 1, invitations: 0)')])
  expect(await run('role', 'create', 'Brief', '--scope', 'read:*')).toMatchObject({ code: 0 })
  expect(await run('role', 'delete', 'Brief')).toMatchObject({ code: 0, stdout: 'Brief deleted\n' })
})

test('a command with an unknown role names the roles', async () => {
  const { code, stderr } = await run('user', 'add', '--email', 'eva@example.com', '--role', 'boss')
  expect([code, stderr]).toEqual([1, expect.stringContaining('The role boss does not exist. The roles are: admin,')])
  expect((await run('role', 'delete', 'boss')).stderr).toContain('npm run shop -- role list')
})
