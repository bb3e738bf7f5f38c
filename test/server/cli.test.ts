import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'
import { runCommand } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openTestShop, SESSION_SECRET } from '#test/support/shop.ts'

/** Runs the command-line tool in its own data directory. */
function createTool() {
  const data = scratchDirectory()
  return {
    path: data.path,
    shop: (command: string, env: Record<string, string> = {}) =>
      runCommand(command.split(' '), { DATA_DIR: data.path, ...env }),
    [Symbol.dispose]: () => data[Symbol.dispose](),
  }
}

test('the tool creates a user with a generated password and a token that is stored as a hash', async () => {
  await using database = await cloneDatabase()
  using tool = createTool()
  const env = { DATABASE_URL: database.url }
  const added = await tool.shop('user add --email Ann@shop.test --role admin', env)
  expect(added.stdout).toMatch(/^ann@shop.test added, password \S+\n$/)

  const { stdout: token } = await tool.shop('user token --email ann@shop.test', env)
  expect(token).toMatch(/^\S{32,}\n$/)
  const [ann] = await executeSql(database.url, `select email, role, api_token from "user"`)
  expect(ann).toMatchObject({ email: 'ann@shop.test', role: 'admin' })
  expect(ann!.api_token).not.toContain(token.trim())
})

test('the tool prints links for a new password and for an invitation', async () => {
  await using shop = await openTestShop()
  using tool = createTool()
  const env = { DATABASE_URL: shop.databaseUrl, SESSION_SECRET, ADMIN_URL: 'https://admin.shop.test/' }
  const tokenIn = ({ stdout }: { stdout: string }, page: string) => {
    const link = new URL(stdout)
    expect(link.origin + link.pathname).toBe(`https://admin.shop.test/${page}`)
    return link.searchParams.get('token')
  }
  const token = tokenIn(await tool.shop('user password --email admin@example.com', env), 'reset-password')
  await expectSuccess(shop.post('/admin/users/reset-password', { token, password: 'another horse' }))
  const invitation = tokenIn(await tool.shop('invite --email new@shop.test --role admin', env), 'invite')
  await expectSuccess(shop.post('/admin/invites/accept', { token: invitation, user: { password: 'a horse' } }))
  await expectSuccess(shop.post('/admin/auth', { email: 'new@shop.test', password: 'a horse' }))
})

test('an error is printed as one line with exit code 1', async () => {
  await using database = await cloneDatabase()
  using tool = createTool()
  const { code, stdout, stderr } = await tool.shop('user token --email missing@shop.test', {
    DATABASE_URL: database.url,
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.split('\n').at(-2)).toMatch(/^Cartwright: .*missing@shop.test was not found$/)
})

test('the tool works on the embedded PostgreSQL with and without a running server', async () => {
  using tool = createTool()
  expect(await tool.shop('migrate')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })
  const server = await startEmbeddedPostgres({ directory: `${tool.path}/postgres`, print: () => {} })
  expect(await tool.shop('seed')).toMatchObject({ code: 0, stdout: 'The demo shop has been created.\n' })
  expect((await tool.shop('seed')).stdout).toMatch(/^Nothing was added, because the shop has or had a region/)
  await server.stop()
})
