import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'
import { isHealthy, runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { waitUntil } from '#test/support/wait-until.ts'
import { freePort } from '../../../bench/free-port.ts'

/** Starts a server process with one request that waits for a locked table. */
async function startServerWithHangingRequest(env: Record<string, string>) {
  const ending = new AsyncDisposableStack()
  const database = ending.use(await cloneDatabase())
  const data = ending.use(scratchDirectory())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = ending.use(
    runProgram([process.execPath, 'server/start.js'], {
      ...{ DATABASE_URL: database.url, DATA_DIR: data.path, PORT: String(port), SEED: 'none', ...env },
    }),
  )
  await server.waitFor(() => isHealthy(url))
  const locker = ending.adopt(new Client({ connectionString: database.url }), (client) => client.end())
  await locker.connect()
  await locker.query('begin; lock table region in access exclusive mode')

  const agent = ending.adopt(new Agent({ keepAlive: true }), (it) => it.destroy())
  const get = async (path: string) => {
    const [answer] = (await once(request(url + path, { agent }).end(), 'response')) as [IncomingMessage]
    return { status: answer.statusCode, connection: answer.headers.connection, body: await json(answer) }
  }
  const hanging = get('/store/regions').catch((error: NodeJS.ErrnoException) => error.code)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await waitUntil(async () => (await executeSql(database.url, waiting)).length > 0)
  return { url, server, get, hanging, release: () => locker.query('rollback'), ending }
}

test('a stopping server is not ready, answers pending requests and accepts no new ones', async () => {
  const { url, server, get, hanging, release, ending } = await startServerWithHangingRequest({
    DRAIN_DELAY_SECONDS: '3',
  })
  await using _ = ending
  expect(await get('/ready')).toMatchObject({ status: 200, connection: 'keep-alive', body: { status: 'ready' } })
  server.signal('SIGTERM')
  const readiness = await server.waitFor(async () => {
    const answer = await get('/ready')
    return answer.status === 503 ? answer : undefined
  })
  expect(readiness.body).toMatchObject({ checks: { accepting: { status: 'fail' } } })
  await waitUntil(async () => !(await isHealthy(url)))
  expect(server.child.exitCode).toBeNull()
  await release()
  expect(await hanging).toMatchObject({ status: 200, body: { regions: [] } })
  expect(await server.result).toMatchObject({ code: 0, stderr: '' })
})

test('a request beyond the drain timeout does not keep the server from stopping', async () => {
  const { server, hanging, ending } = await startServerWithHangingRequest({ DRAIN_SECONDS: '1' })
  await using _ = ending
  server.signal('SIGTERM')
  expect(await hanging).toBe('ECONNRESET')
  expect(await server.result).toMatchObject({ code: 0, stderr: '' })
})
