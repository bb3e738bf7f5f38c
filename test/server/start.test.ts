import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { isAlive, runningPostmaster } from '#server/database/postmaster.ts'
import { copyFiles } from '#test/support/copy-files.ts'
import { cloneDatabase } from '#test/support/postgres.ts'
import { freePort, isHealthy, type RunningProgram, runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'

// Programs take their time to start where there is much else to do.
vi.setConfig({ testTimeout: 60_000 })

const node = [process.execPath, 'server/main.ts']

type Environment = Record<string, string>

/** A data directory, empty or with what another one holds, and a port for servers that are real processes. */
async function startLab(filled?: string) {
  const data = scratchDirectory()
  if (filled) copyFiles(filled, data.path)
  const env = { DATA_DIR: data.path, PORT: String(await freePort()) }
  return {
    env,
    url: `http://127.0.0.1:${env.PORT}`,
    postmaster: () => runningPostmaster(join(data.path, 'postgres', 'cluster')),
    run: (command: string[], more: Environment = {}) => runProgram(command, { ...env, ...more }),
    [Symbol.dispose]: () => data[Symbol.dispose](),
  }
}

/** Waits until the server is well. */
const untilHealthy = (server: RunningProgram, url: string) => server.waitFor(() => isHealthy(url))

/** What the first start of a shop said and left behind. */
const ending = new AsyncDisposableStack()
let first: { data: string; postgres: number; stdout: string }
beforeAll(async () => {
  const lab = ending.use(await startLab())
  await using server = lab.run(['npm', 'start'])
  await untilHealthy(server, lab.url)
  const { pid } = lab.postmaster()!
  server.signal('SIGINT')
  const { stdout } = await server.result
  first = { data: lab.env.DATA_DIR, postgres: pid, stdout }
}, 60_000)
afterAll(() => ending.disposeAsync())

test('npm start opens the shop, and Ctrl-C closes it with its PostgreSQL', () => {
  expect(first.stdout).toContain('✓ PostgreSQL 18 (embedded, ')
  expect(first.stdout).toMatch(/curl 'http:\/\/127\.0\.0\.1:\d+\/store\/products/)
  expect(first.stdout).toMatch(/admin@example.com {2}password \S+ \(not shown again\)/)
  expect(isAlive(first.postgres)).toBe(false)
})

test('the second start has nothing to make, and Ctrl-C is an orderly end', async () => {
  using lab = await startLab(first.data)
  await using server = lab.run(node)
  await untilHealthy(server, lab.url)
  server.signal('SIGINT')
  const { stdout, ...end } = await server.result
  expect(end).toEqual({ code: 0, stderr: '' })
  for (const work of ['initdb', 'migrations', 'demo shop', 'password']) expect(stdout).not.toContain(work)
  await expect(fetch(`${lab.url}/health`)).rejects.toThrow()
})

test('Ctrl-C during the first start lets nothing behind', async () => {
  using lab = await startLab()
  await using server = lab.run(node)
  const { pid } = await server.waitFor(lab.postmaster)
  server.signal('SIGINT')
  expect(await server.result).toMatchObject({ code: 0 })
  expect(isAlive(pid)).toBe(false)
})

test('after kill -9 the next start ends the PostgreSQL that was left over and goes on with its data', async () => {
  using lab = await startLab(first.data)
  await using killed = lab.run(node)
  await untilHealthy(killed, lab.url)
  const orphan = lab.postmaster()!
  killed.signal('SIGKILL')
  await killed.result
  expect(lab.postmaster()).toEqual(orphan)

  await using server = lab.run(node)
  await untilHealthy(server, lab.url)
  expect(server.output()).toContain('Stopping a PostgreSQL server that an earlier run left running')
  expect(server.output()).not.toContain('password')
  expect(lab.postmaster()!.pid).not.toBe(orphan.pid)
})

test('the server restarts a killed PostgreSQL and goes on, and Ctrl-C stops both', async () => {
  using lab = await startLab(first.data)
  await using server = lab.run(node)
  await untilHealthy(server, lab.url)
  const killed = lab.postmaster()!
  const statuses = new Set<number>()
  const look = async () => {
    const { status } = await fetch(`${lab.url}/store/products`)
    statuses.add(status)
    return status
  }
  expect(await look()).toBe(200)
  process.kill(killed.pid, 'SIGKILL')
  await server.waitFor(async () => (await look()) === 503)
  await server.waitFor(async () => (await look()) === 200)
  expect([...statuses]).toEqual([200, 503])
  const { pid } = lab.postmaster()!
  expect(pid).not.toBe(killed.pid)
  await server.waitFor(() => server.output().includes('PostgreSQL exited. Restarting it'))
  server.signal('SIGINT')
  expect(await server.result).toMatchObject({ code: 0, stderr: '' })
  expect(isAlive(pid)).toBe(false)
  expect(lab.postmaster()).toBeUndefined()
})

test('with DATABASE_URL nothing embedded starts, and several servers may start at once', async () => {
  await using database = await cloneDatabase()
  using one = await startLab()
  using other = await startLab()
  const env = { DATABASE_URL: database.url, SEED: 'demo' }
  await using first = one.run(node, env)
  await using second = other.run(node, env)
  await Promise.all([untilHealthy(first, one.url), untilHealthy(second, other.url)])
  expect(first.output()).not.toContain('PostgreSQL')
  expect(one.postmaster()).toBeUndefined()
  const passwords = [first, second].flatMap((server) => server.output().match(/password \S+/g) ?? [])
  expect(passwords).toHaveLength(1)
})

test('a port that is taken is one line, and nothing was made', async () => {
  using lab = await startLab()
  const taker = createServer().listen(Number(lab.env.PORT), '127.0.0.1')
  await once(taker, 'listening')
  await using server = lab.run(node)
  expect(await server.result).toEqual({
    code: 1,
    stdout: '',
    stderr: `Cartwright: Port ${lab.env.PORT} is in use. Stop the process that uses it, or set another PORT.\n`,
  })
  expect(lab.postmaster()).toBeUndefined()
  taker.close()
})

test('a second server on the same data is one line, and SIGTERM is an orderly end of the first', async () => {
  using lab = await startLab(first.data)
  await using server = lab.run(node)
  await untilHealthy(server, lab.url)
  await using second = lab.run(node, { PORT: String(await freePort()) })
  const { code, stderr } = await second.result
  expect(stderr).toMatch(/^Cartwright: .* is in use by another Cartwright process. .*\n$/)
  expect(code).toBe(1)
  server.signal('SIGTERM')
  expect(await server.result).toMatchObject({ code: 0, stderr: '' })
})

test('a missing secret in production is one line', async () => {
  using lab = await startLab()
  await using server = lab.run(node, { NODE_ENV: 'production' })
  expect(await server.result).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Cartwright: SESSION_SECRET is required in production. Set it to 32 or more random characters.\n',
  })
})

test('a DATABASE_URL that cannot be used is one line without the password', async () => {
  await using database = await cloneDatabase()
  using lab = await startLab()
  const changed = (part: Partial<URL>) => Object.assign(new URL(database.url), part).href
  const host = new URL(database.url).host
  const refused = `PostgreSQL at ${host} rejected the user or the password. Check DATABASE_URL.`
  await using server = lab.run(node, { DATABASE_URL: changed({ password: 'hush' }) })
  expect(await server.result).toEqual({ code: 1, stdout: '', stderr: `Cartwright: ${refused}\n` })
  const wrongs = [
    [changed({ pathname: '/nowhere' }), `PostgreSQL at ${host} has no database nowhere. Check DATABASE_URL.`],
    [changed({ port: '1' }), 'Nothing listens at 127.0.0.1:1. Check DATABASE_URL.'],
    [changed({ hostname: 'nowhere.invalid' }), 'Host not found: nowhere.invalid. Check DATABASE_URL.'],
  ] as const
  for (const [url, line] of wrongs) await expect(openDatabase(url)).rejects.toThrow(line)
})
