import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, runningPostmaster } from '#server/database/postmaster.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { copyFiles } from '#test/support/copy-files.ts'
import { cloneDatabase } from '#test/support/postgres.ts'
import { isHealthy, type RunningProgram, runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { freePort } from '../../bench/free-port.ts'

const node = [process.execPath, 'server/start.js']

type Environment = Record<string, string>

/** A data directory, empty or copied, and a port for server processes. */
async function createEnvironment(filled?: string) {
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

const untilHealthy = (server: RunningProgram, url: string) => server.waitFor(() => isHealthy(url))

const passwordIn = (output: string) => /password (\S+)/.exec(output)?.[1]

async function countOrders(url: string, password: string | undefined): Promise<number> {
  const browser = new CookieClient(url)
  await browser.post('/admin/auth', { email: 'admin@example.com', password })
  const { body } = await browser.get('/admin/orders?limit=1')
  return body.count
}

/** The output and the data of the first start. */
const ending = new AsyncDisposableStack()
let first: { data: string; postgres: number; stdout: string }
beforeAll(async () => {
  const environment = ending.use(await createEnvironment())
  await using server = environment.run(['npm', 'start'])
  await untilHealthy(server, environment.url)
  const { pid } = environment.postmaster()!
  server.signal('SIGINT')
  const { stdout } = await server.result
  first = { data: environment.env.DATA_DIR, postgres: pid, stdout }
})
afterAll(() => ending.disposeAsync())

test('npm start opens the shop, and Ctrl-C stops it with its PostgreSQL', () => {
  expect(first.stdout).toContain('✓ PostgreSQL 18 (embedded, ')
  expect(first.stdout).toMatch(/curl 'http:\/\/127\.0\.0\.1:\d+\/store\/products/)
  expect(first.stdout).toMatch(/admin@example.com {2}password \S+ \(not shown again\)/)
  expect(isAlive(first.postgres)).toBe(false)
})

test('a second start creates nothing, and Ctrl-C stops it cleanly', async () => {
  using environment = await createEnvironment(first.data)
  await using server = environment.run(node)
  await untilHealthy(server, environment.url)
  server.signal('SIGINT')
  const { stdout, ...end } = await server.result
  expect(end).toEqual({ code: 0, stderr: '' })
  for (const work of ['initdb', 'migrations', 'catalogue', 'demo shop', 'password']) expect(stdout).not.toContain(work)
  await expect(fetch(`${environment.url}/health`)).rejects.toThrow()
})

test('Ctrl-C during the first start leaves no process running', async () => {
  using environment = await createEnvironment()
  await using server = environment.run(node, { SEED: 'none' })
  const { pid } = await server.waitFor(environment.postmaster)
  server.signal('SIGINT')
  expect(await server.result).toMatchObject({ code: 0 })
  expect(isAlive(pid)).toBe(false)
})

test('a start after a killed first start creates the whole demo shop', async () => {
  using environment = await createEnvironment()
  using untouched = await createEnvironment(first.data)
  await using killed = environment.run(node)
  await killed.waitFor(() => existsSync(join(environment.env.DATA_DIR, 'postgres', 'filling')))
  killed.signal('SIGKILL')
  await killed.result

  await using server = environment.run(node)
  await untilHealthy(server, environment.url)
  expect(server.output()).toContain('The last start did not complete the demo shop. Creating the database again')
  await using complete = untouched.run(node)
  await untilHealthy(complete, untouched.url)
  const password = await server.waitFor(() => passwordIn(server.output()))
  expect(await countOrders(environment.url, password)).toBe(await countOrders(untouched.url, passwordIn(first.stdout)))
})

test('a start after kill -9 stops the orphaned PostgreSQL and uses its data', async () => {
  using environment = await createEnvironment(first.data)
  await using killed = environment.run(node)
  await untilHealthy(killed, environment.url)
  const orphan = environment.postmaster()!
  killed.signal('SIGKILL')
  await killed.result
  expect(environment.postmaster()).toEqual(orphan)

  await using server = environment.run(node)
  await untilHealthy(server, environment.url)
  expect(server.output()).toContain('Stopping a PostgreSQL server that an earlier run left running')
  expect(server.output()).not.toContain('password')
  expect(environment.postmaster()!.pid).not.toBe(orphan.pid)
})

test('the server restarts a killed PostgreSQL, and Ctrl-C stops both', async () => {
  using environment = await createEnvironment(first.data)
  await using server = environment.run(node)
  await untilHealthy(server, environment.url)
  const killed = environment.postmaster()!
  const statuses = new Set<number>()
  const look = async () => {
    const { status } = await fetch(`${environment.url}/store/products`)
    statuses.add(status)
    return status
  }
  expect(await look()).toBe(200)
  process.kill(killed.pid, 'SIGKILL')
  await server.waitFor(async () => (await look()) === 503)
  await server.waitFor(async () => (await look()) === 200)
  expect([...statuses]).toEqual([200, 503])
  const { pid } = environment.postmaster()!
  expect(pid).not.toBe(killed.pid)
  await server.waitFor(() => server.output().includes('PostgreSQL exited. Restarting it'))
  server.signal('SIGINT')
  expect(await server.result).toMatchObject({ code: 0, stderr: '' })
  expect(isAlive(pid)).toBe(false)
  expect(environment.postmaster()).toBeUndefined()
})

test('with DATABASE_URL several servers start at the same time without an embedded PostgreSQL', async () => {
  await using database = await cloneDatabase()
  using one = await createEnvironment()
  using other = await createEnvironment()
  const env = { DATABASE_URL: database.url, SEED: 'catalogue' }
  await using first = one.run(node, env)
  await using second = other.run(node, env)
  await Promise.all([untilHealthy(first, one.url), untilHealthy(second, other.url)])
  expect(first.output()).not.toContain('embedded')
  expect(one.postmaster()).toBeUndefined()
  const passwords = [first, second].flatMap((server) => server.output().match(/password \S+/g) ?? [])
  expect(passwords).toHaveLength(1)
})

test('a port in use is reported in one line before anything is created', async () => {
  using environment = await createEnvironment()
  const taker = createServer().listen(Number(environment.env.PORT), '127.0.0.1')
  await once(taker, 'listening')
  await using server = environment.run(node)
  expect(await server.result).toEqual({
    code: 1,
    stdout: '',
    stderr: `Cartwright: Port ${environment.env.PORT} is in use. Stop the process that uses it, or set another PORT.\n`,
  })
  expect(environment.postmaster()).toBeUndefined()
  taker.close()
})

test('a second server on the same data exits with one line, and SIGTERM stops the first', async () => {
  using environment = await createEnvironment(first.data)
  await using server = environment.run(node)
  await untilHealthy(server, environment.url)
  await using second = environment.run(node, { PORT: String(await freePort()) })
  const { code, stderr } = await second.result
  expect(stderr).toMatch(/^Cartwright: .* is in use by another Cartwright process. .*\n$/)
  expect(code).toBe(1)
  server.signal('SIGTERM')
  expect(await server.result).toMatchObject({ code: 0, stderr: '' })
})

test('a shop in production without a mail server starts with a warning', async () => {
  using environment = await createEnvironment(first.data)
  const production = { NODE_ENV: 'production', SESSION_SECRET: 'a secret of more than thirty-two characters' }
  await using server = environment.run(node, production)
  await server.waitFor(() => server.output().includes('! The shop sends no e-mail'))
  expect(await isHealthy(environment.url)).toBe(true)
})

test('a missing secret in production is reported in one line', async () => {
  using environment = await createEnvironment()
  await using server = environment.run(node, { NODE_ENV: 'production' })
  expect(await server.result).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Cartwright: SESSION_SECRET is required in production. Set it to 32 or more random characters.\n',
  })
})

test('an unusable DATABASE_URL is reported in one line without the password', async () => {
  await using database = await cloneDatabase()
  using environment = await createEnvironment()
  const urlWith = (part: Partial<URL>) => Object.assign(new URL(database.url), part).href
  const host = new URL(database.url).host
  const refused = `PostgreSQL at ${host} rejected the user or the password. Check DATABASE_URL.`
  await using server = environment.run(node, { DATABASE_URL: urlWith({ password: 'hush' }) })
  expect(await server.result).toEqual({ code: 1, stdout: '', stderr: `Cartwright: ${refused}\n` })
  const wrongs = [
    [urlWith({ pathname: '/nowhere' }), `PostgreSQL at ${host} has no database nowhere. Check DATABASE_URL.`],
    [urlWith({ port: '1' }), 'Nothing listens at 127.0.0.1:1. Check DATABASE_URL.'],
    [urlWith({ hostname: 'nowhere.invalid' }), 'Host not found: nowhere.invalid. Check DATABASE_URL.'],
  ] as const
  for (const [url, line] of wrongs) await expect(openDatabase(url)).rejects.toThrow(line)
})
