import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'
import { runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'

/** The command-line tool with its data in a place of its own. */
function cliLab() {
  const data = scratchDirectory()
  return {
    path: data.path,
    async shop(command: string, env: Record<string, string> = {}) {
      const program = [process.execPath, 'server/cli.ts', ...command.split(' ')]
      await using running = runProgram(program, { DATA_DIR: data.path, ...env })
      return await running.result
    },
    [Symbol.dispose]: () => data[Symbol.dispose](),
  }
}

test('a user is added with a password made for them, and gets a token of which only the hash is kept', async () => {
  await using database = await cloneDatabase()
  using lab = cliLab()
  const env = { DATABASE_URL: database.url }
  const added = await lab.shop('user add --email Ann@shop.test --role admin', env)
  expect(added.stdout).toMatch(/^ann@shop.test added, password \S+\n$/)

  const { stdout: token } = await lab.shop('user token --email ann@shop.test', env)
  expect(token).toMatch(/^\S{32,}\n$/)
  const [ann] = await executeSql(database.url, `select email, role, api_token from "user"`)
  expect(ann).toMatchObject({ email: 'ann@shop.test', role: 'admin' })
  expect(ann!.api_token).not.toContain(token.trim())
})

test('a refusal is one line and exit code 1', async () => {
  await using database = await cloneDatabase()
  using lab = cliLab()
  const { code, stdout, stderr } = await lab.shop('user token --email nobody@shop.test', { DATABASE_URL: database.url })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.split('\n').at(-2)).toMatch(/^Cartwright: .*nobody@shop.test was not found$/)
})

test('it works on the embedded PostgreSQL, alone and beside a running server', async () => {
  using lab = cliLab()
  expect(await lab.shop('migrate')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })
  const server = await startEmbeddedPostgres({ directory: `${lab.path}/postgres`, say: () => {} })
  expect(await lab.shop('seed')).toMatchObject({ code: 0, stdout: 'The demo shop has been created.\n' })
  await server.stop()
})
