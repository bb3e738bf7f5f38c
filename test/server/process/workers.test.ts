import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, runningPostmaster } from '#server/database/postmaster.ts'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'
import { runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { freePort } from '../../../bench/free-port.ts'

/** Starts a shop with two worker processes. */
async function startWorkers(env: Record<string, string>) {
  const ending = new AsyncDisposableStack()
  const data = ending.use(scratchDirectory())
  const port = String(await freePort())
  const settings = { WORKERS: '2', SEED: 'none', DATA_DIR: data.path, PORT: port, ...env }
  const server = ending.use(runProgram([process.execPath, 'server/start.js'], settings))
  const url = `http://127.0.0.1:${port}`
  // A new connection reaches any running worker.
  const get = (path: string) => fetch(url + path, { headers: { connection: 'close' } })
  return {
    server,
    get,
    isOpen: () => server.waitFor(() => server.output().includes('Cartwright is running')),
    workers: () => childrenOf(server.child.pid!).filter((pid) => commandOf(pid).includes('server/start.js')),
    postmaster: () => runningPostmaster(join(data.path, 'postgres', 'cluster')),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

const ps = (...args: string[]) => execFileSync('ps', args, { encoding: 'utf8' }).trim().split('\n')

const childrenOf = (parent: number) =>
  ps('-e', '-o', 'pid=,ppid=')
    .map((line) => line.trim().split(/ +/).map(Number) as [number, number])
    .filter(([, of]) => of === parent)
    .map(([pid]) => pid)

const commandOf = (pid: number) => {
  try {
    return ps('-ww', '-o', 'command=', '-p', String(pid)).join('')
  } catch {
    return ''
  }
}

test('two workers serve one shop, which survives the kill of one', async () => {
  await using database = await cloneDatabase()
  await using shop = await startWorkers({ DATABASE_URL: database.url })
  const { server, get } = shop
  await shop.isOpen()
  await server.waitFor(() => /password \S+/.test(server.output()))
  expect(server.output().match(/password \S+/g)).toHaveLength(1)
  const before = shop.workers()
  expect(before).toHaveLength(2)
  const leases = `select from pg_locks l join pg_database d on d.oid = l.database
    where locktype = 'advisory' and classid = 271829 and datname = current_database()`
  expect(await executeSql(database.url, leases)).toHaveLength(1)

  const logged = (message: string) => server.output().split(`"msg":"${message}`).length - 1
  for (const [index, pid] of before.entries()) {
    process.kill(pid, 'SIGKILL')
    await server.waitFor(() => logged('A worker process exited') === index + 1)
    for (let i = 0; i < 4; i++) expect((await get('/store/products?limit=1')).status).toBe(200)
    await server.waitFor(() => logged('A worker process was restarted') === index + 1)
    expect(shop.workers()).toHaveLength(2)
    await server.waitFor(async () => (await executeSql(database.url, leases)).length === 1)
  }

  const workers = shop.workers()
  process.kill(server.child.pid!, 'SIGTERM')
  expect(await server.result).toMatchObject({ code: 0, stderr: '' })
  expect(workers.filter(isAlive)).toEqual([])
})

test('Ctrl-C stops all workers and then the embedded PostgreSQL', async () => {
  await using shop = await startWorkers({})
  await shop.isOpen()
  expect((await shop.get('/store/products?limit=1')).status).toBe(200)
  const { pid } = shop.postmaster()!
  const workers = shop.workers()
  shop.server.signal('SIGINT')
  expect(await shop.server.result).toMatchObject({ code: 0, stderr: '' })
  expect([pid, ...workers].filter(isAlive)).toEqual([])
})

test('a worker that cannot start stops the server', async () => {
  await using database = await cloneDatabase()
  using scratch = scratchDirectory()
  const files = join(scratch.path, 'files')
  symlinkSync(files, files)
  await using shop = await startWorkers({ DATABASE_URL: database.url, FILES_DIR: files })
  const { code, stderr } = await shop.server.result
  expect(code).toBe(1)
  expect(stderr).toContain('Cartwright: A worker process did not start')
})
