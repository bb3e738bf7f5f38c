import { mkdir, readdir, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { InvalidData, StorageFull } from '#entities/errors.ts'
import type { OperatorOutputs } from '#routers/operator/index.ts'
import { type ShopWait, withShopLock } from '#server/hosting/shop-lock.ts'
import { ShopTasks } from '#server/hosting/tasks/shop-tasks.ts'
import { TaskFiles } from '#server/hosting/tasks/task-files.ts'
import { TaskRunner } from '#server/hosting/tasks/task-runner.ts'
import {
  MAX_UPLOAD,
  OPERATOR_HOST,
  openTestDirectory,
  type ServedShops,
  serveDirectory,
  type TestDirectory,
} from '../../support/directory.ts'
import { callsOf } from '../../support/hosting-call.ts'
import { executeSql } from '../../support/postgres.ts'
import { scratchDirectory } from '../../support/scratch-directory.ts'
import { waitUntil } from '../../support/wait-until.ts'

/* Long work on shops that operators start in their console. */

const PASSWORD = 'correct horse of operators'
const PASSPHRASE = 'a long passphrase'

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
  for (const name of ['olga', 'otto']) await directory.directory.people.addOperator(`${name}@example.com`, PASSWORD)
  await directory.create('east', { settings: { TIME_ZONE: 'Europe/Berlin' } })
  served = ending.use(await serveDirectory(directory))
})
afterAll(() => ending.disposeAsync())

const sessions = new Map<string, ReturnType<typeof logIn>>()

/** An operator with a session that the tests share. */
function operator(name = 'olga') {
  const session = sessions.get(name) ?? logIn(name)
  sessions.set(name, session)
  return session
}

async function logIn(name: string) {
  const client = served.at(OPERATOR_HOST)
  const calls = callsOf<OperatorOutputs>(client, '/operator/trpc')
  const email = `${name}@example.com`
  expect((await calls.mutate('account.logIn', { email, password: PASSWORD })).status).toBe(200)
  const send = (path: string, body?: Uint8Array, headers: Record<string, string> = {}) =>
    fetch(`${served.url}${path}`, {
      headers: {
        'x-forwarded-host': OPERATOR_HOST,
        cookie: [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        ...headers,
      },
      ...(body ? { method: 'POST', body: Buffer.from(body) } : {}),
    })
  const upload = async (body: Uint8Array) =>
    ((await (await send('/operator/files', body)).json()) as { upload: string }).upload
  const ended = async (id: string) => {
    const read = async () => (await calls.query('tasks.list')).data.tasks.find((task) => task.id === id)
    await waitUntil(async () => (await read())?.status !== 'running')
    return (await read())!
  }
  return { ...calls, client, send, upload, ended }
}

const anonymous = (path: string, init: RequestInit = {}) =>
  fetch(`${served.url}${path}`, { ...init, headers: { 'x-forwarded-host': OPERATOR_HOST } })

let firstExport: ReturnType<typeof exportShop> | undefined

function exported() {
  firstExport ??= exportShop()
  return firstExport
}

async function exportShop(): Promise<{ task: string; bytes: Buffer }> {
  const { mutate, ended, send } = await operator()
  const { data } = await mutate('tasks.export', { id: 'east', passphrase: PASSPHRASE })
  expect(await ended(data.task)).toMatchObject({ status: 'done', failure: null })
  return { task: data.task, bytes: Buffer.from(await (await send(`/operator/files/${data.task}`)).arrayBuffer()) }
}

test('an operator exports a shop, and only operators get the file', async () => {
  const { task, bytes } = await exported()
  const { send } = await operator()
  const response = await send(`/operator/files/${task}`)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="east-20\d\d-\d\d-\d\d\.shop"$/)
  expect(gunzipSync(bytes).toString()).toMatch(/^\{"header":\{"format":"cartwright shop"/)
  expect((await anonymous(`/operator/files/${task}`)).status).toBe(401)
  expect((await anonymous('/operator/files', { method: 'POST', body: 'x' })).status).toBe(401)
  expect((await send('/operator/files', Buffer.from('x'), { origin: 'https://evil.example' })).status).toBe(403)
  expect((await send('/operator/files/task_other')).status).toBe(404)
  expect((await send('/operator/files/..%2F..%2Fsecret')).status).toBe(404)
  const atShop = await fetch(`${served.url}/operator/files/${task}`, {
    headers: { 'x-forwarded-host': 'east.example.com' },
  })
  expect(atShop.status).toBe(404)
})

test('an operator imports the file as another shop, which is paused', async () => {
  const { bytes } = await exported()
  const { upload, mutate, ended, query } = await operator()
  const input = { upload: await upload(bytes), id: 'moved', hosts: ['moved.example.com'], passphrase: PASSPHRASE }
  const { data } = await mutate('tasks.import', input)
  const task = await ended(data.task)
  expect(task).toMatchObject({
    status: 'done',
    shop_id: 'moved',
    actor: 'olga@example.com',
    details: { hosts: input.hosts },
  })
  expect(task.progress).toMatchObject({ name: 'transferred', rows: expect.any(Number) })
  const { shop } = (await query('shops.get', { id: 'moved' })).data
  expect(shop).toMatchObject({ status: 'paused', hosts: input.hosts })
  expect(shop.variables.find(({ name }) => name === 'TIME_ZONE')?.value).toBe('Europe/Berlin')
  expect((await mutate('tasks.import', { ...input, id: 'again', hosts: [] })).reason).toBe('upload_missing')
  const stored = JSON.stringify(await executeSql(directory.directory.url, 'select * from shop_task, directory_audit'))
  expect(stored).not.toContain(PASSPHRASE)
})

const changed = (bytes: Buffer, change: (text: string) => string) => gzipSync(change(gunzipSync(bytes).toString()))

test.each([
  ['a picture', () => Buffer.from('\x89PNG not a shop'), {}, 'file_no_shop'],
  ['an empty file', () => Buffer.alloc(0), {}, 'file_no_shop'],
  ['half of a file', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), {}, 'file_no_shop'],
  [
    'a file of a newer version',
    (bytes: Buffer) =>
      changed(bytes, (text) => text.replace('"migrations":[', '"migrations":["Migration99990101_future",')),
    {},
    'file_newer',
  ],
  ['a wrong passphrase', (bytes: Buffer) => bytes, { passphrase: 'another passphrase' }, 'passphrase_wrong'],
])('an import of %s fails with its reason and leaves no shop', async (_name, fileOf, over, reason) => {
  const { bytes } = await exported()
  const { upload, mutate, ended } = await operator()
  const input = { upload: await upload(fileOf(bytes)), id: 'wrong', hosts: [], passphrase: PASSPHRASE, ...over }
  const { data } = await mutate('tasks.import', input)
  const task = await ended(data.task)
  expect([task.status, task.failure?.reason?.name]).toEqual(['failed', reason])
  expect(await directory.directory.read('wrong')).toBeUndefined()
})

test.each([
  ['tasks.copy', { from: 'none', id: 'new', hosts: [] }, 404],
  ['tasks.copy', { from: 'east', id: 'east', hosts: [] }, 422],
  ['tasks.copy', { from: 'east', id: 'new', hosts: [OPERATOR_HOST] }, 400],
  ['tasks.copy', { from: 'east', id: '../new', hosts: [] }, 400],
  ['tasks.export', { id: 'none' }, 404],
  ['tasks.export', { id: 'east', passphrase: 'short' }, 400],
  ['tasks.import', { upload: '../../etc/passwd', id: 'new', hosts: [] }, 400],
  ['tasks.import', { upload: 'upload_none', id: 'new', hosts: [] }, 400],
  ['tasks.move', { id: 'east', server: 'none' }, 404],
  ['tasks.move', { id: 'none', server: 'default' }, 404],
  ['tasks.cancel', { task: 'none' }, 404],
])('%s with %j starts nothing', async (name, input, status) => {
  const { mutate, query } = await operator()
  const before = (await query('tasks.list')).data.tasks.length
  expect((await mutate(name, input)).status).toBe(status)
  expect((await query('tasks.list')).data.tasks).toHaveLength(before)
})

test.each([
  ['tasks.move', { id: 'east', server: 'default' }, 'shop_already_there'],
  ['tasks.moveBack', { id: 'east' }, 'shop_without_move'],
  ['tasks.finishMove', { id: 'east' }, 'shop_without_move'],
  ['tasks.cancelMove', { id: 'east' }, 'shop_without_move'],
])('%s of a shop at its server fails with its reason', async (name, input, reason) => {
  const { mutate, ended } = await operator()
  const { data } = (await mutate(name, input)) as { data: { task: string } }
  expect((await ended(data.task)).failure?.reason?.name).toBe(reason)
})

/** A task that runs until its signal. */
async function endlessTask(shop_id: string) {
  const tasks = new ShopTasks(directory.directory.orm)
  const runner = new TaskRunner(tasks, directory.program.logger)
  const id = await runner.start(
    { kind: 'move', shop_id, actor: 'olga@example.com', details: { server: 'second' } },
    (task) => {
      task.report({ name: 'copying', copied: 1, tables: 9 })
      return new Promise((_resolve, reject) => {
        task.signal.addEventListener('abort', () => reject(new Error('ended')))
      })
    },
  )
  return { id, runner }
}

test('a second operator cannot start work on the same shop, and can cancel the first one', async () => {
  const { id } = await endlessTask('east')
  const otto = await operator('otto')
  const second = await otto.mutate('tasks.move', { id: 'east', server: 'default' })
  expect([second.status, second.reason]).toEqual([400, 'shop_task_running'])
  expect(second.message).toContain('olga@example.com')
  await waitUntil(async () => {
    const { tasks } = (await otto.query('tasks.list', { shop: 'east' })).data
    return tasks[0]?.progress?.name === 'copying'
  })
  expect((await otto.mutate('tasks.cancel', { task: id })).status).toBe(200)
  expect(await otto.ended(id)).toMatchObject({ status: 'canceled', is_canceled: true, actor: 'olga@example.com' })
  expect((await otto.mutate('tasks.cancel', { task: id })).reason).toBe('shop_task_ended')
})

test('a canceled task that has failed for another reason shows it', async () => {
  const tasks = new ShopTasks(directory.directory.orm)
  await using runner = new TaskRunner(tasks, directory.program.logger)
  const id = await runner.start(
    { kind: 'move', shop_id: 'east', actor: 'olga@example.com', details: { server: 'second' } },
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        const moved = new InvalidData('The shop has moved').because({ name: 'shop_has_moved', server: 'second' })
        signal.addEventListener('abort', () => reject(moved))
      }),
  )
  await tasks.cancel(id)
  await waitUntil(async () => (await tasks.get(id)).status !== 'running')
  expect(await tasks.get(id)).toMatchObject({ status: 'failed', failure: { reason: { name: 'shop_has_moved' } } })
})

test('only one of many equal starts runs', async () => {
  const { mutate, ended } = await operator()
  const copies = await Promise.all(
    [1, 2, 3].map((n) => mutate('tasks.copy', { from: 'east', id: `copy${n}`, hosts: [] })),
  )
  expect(copies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  const started = copies.find(({ status }) => status === 200)!
  expect(await ended(started.data.task)).toMatchObject({ status: 'done', kind: 'copy', shop_id: 'east' })
  const shops = (await directory.directory.list()).map(({ id }) => id)
  expect(shops.filter((id) => id.startsWith('copy'))).toHaveLength(1)
})

test('a task of a process that has stopped or died is shown as failed, and its shop is free', async () => {
  const { query, mutate, ended } = await operator()
  const stopped = await endlessTask('east')
  await stopped.runner[Symbol.asyncDispose]()
  expect(await ended(stopped.id)).toMatchObject({
    status: 'failed',
    failure: { reason: { name: 'shop_task_interrupted' } },
  })
  await executeSql(
    directory.directory.url,
    `insert into shop_task (id, kind, shop_id, actor, details, status, beat_at)
     values ('task_dead', 'export', 'east', 'olga@example.com', '{}', 'running', now() - interval '31 seconds')`,
  )
  const dead = (await query('tasks.list')).data.tasks.find(({ id }) => id === 'task_dead')
  expect(dead?.failure?.reason?.name).toBe('shop_task_interrupted')
  const { data } = await mutate('tasks.export', { id: 'east' })
  expect((await ended(data.task)).status).toBe('done')
})

test('the work of a removed operator goes on, and the operator gets no file', async () => {
  await directory.directory.people.addOperator('tom@example.com', PASSWORD)
  const [olga, tom] = [await operator(), await operator('tom')]
  const { data } = await tom.mutate('tasks.export', { id: 'east' })
  expect((await olga.mutate('operators.remove', { email: 'tom@example.com' })).status).toBe(200)
  expect(await olga.ended(data.task)).toMatchObject({ status: 'done', actor: 'tom@example.com' })
  expect((await tom.send(`/operator/files/${data.task}`)).status).toBe(401)
  expect((await olga.send(`/operator/files/${data.task}`)).status).toBe(200)
})

test('an export that is canceled leaves no file, and the activity has the end of each task', async () => {
  const before = await readdir(join(directory.program.dataDirectory, 'operators'))
  const { mutate, ended, query } = await operator()
  const { data } = await mutate('tasks.export', { id: 'east' })
  await mutate('tasks.cancel', { task: data.task })
  const { status } = await ended(data.task)
  const after = await readdir(join(directory.program.dataDirectory, 'operators'))
  expect(after.length - before.length).toBe(status === 'done' ? 1 : 0)
  expect(after.filter((name) => name.endsWith('.partial'))).toEqual([])
  const { actions } = (await query('actions.list', { shop: 'east' })).data
  expect(actions.map(({ action }) => action)).toContain('tasks.export.end')
})

test('files are deleted a day later, also without further exports', async () => {
  const { path } = ending.use(scratchDirectory())
  const folder = join(path, 'operators')
  await mkdir(folder)
  const writeOld = async (name: string) => {
    await writeFile(join(folder, name), 'rows')
    await utimes(join(folder, name), new Date(), new Date(Date.now() - 86_400_001))
  }
  await writeOld('task_1.shop')
  vi.useFakeTimers({ toFake: ['setInterval'] })
  using files = new TaskFiles({ dataDirectory: path, maxUpload: MAX_UPLOAD })
  await waitUntil(async () => (await readdir(folder)).length === 0)
  await writeOld('task_2.shop')
  expect(await files.findExport('task_2')).toBeUndefined()
  vi.advanceTimersByTime(3_600_000)
  vi.useRealTimers()
  await waitUntil(async () => (await readdir(folder)).length === 0)
})

test('a download that its browser ends is no fault', async () => {
  const { task } = await exported()
  const fault = vi.spyOn(directory.program.logger, 'error')
  await truncate(join(directory.program.dataDirectory, 'operators', `${task}.shop`), 100_000_000)
  const { send, query } = await operator()
  const response = await send(`/operator/files/${task}`)
  await response.body?.cancel()
  await waitUntil(async () => (await query('account.current')).status === 200)
  expect(fault).not.toHaveBeenCalled()
})

/** Other work that changes the shop until the disposal. */
async function otherWork(id: string, wait: ShopWait = {}) {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const work = withShopLock(directory.directory, { id, change: 'move', wait }, () => {
    begun.resolve()
    return end.promise
  })
  await begun.promise
  const finish = async () => {
    end.resolve()
    await work
  }
  return { finish, [Symbol.asyncDispose]: finish }
}

test.each([
  ['tasks.move', { id: 'east', server: 'default' }],
  ['tasks.moveBack', { id: 'east' }],
  ['tasks.finishMove', { id: 'east' }],
  ['tasks.cancelMove', { id: 'east' }],
])('%s waits for a command, shows it, and can be canceled', async (name, input) => {
  await using _command = await otherWork('east')
  const { mutate, query, ended } = await operator()
  const { data } = (await mutate(name, input)) as { data: { task: string } }
  const progress = async () => (await query('tasks.list')).data.tasks.find(({ id }) => id === data.task)?.progress
  await waitUntil(async () => (await progress())?.name === 'waiting')
  expect(await progress()).toEqual({ name: 'waiting', change: 'move', actor: null })
  expect((await mutate('tasks.cancel', { task: data.task })).status).toBe(200)
  expect(await ended(data.task)).toMatchObject({ status: 'canceled', failure: null })
  const { actions } = (await query('actions.list', { shop: 'east' })).data
  expect(actions[0]).toMatchObject({ action: expect.stringMatching(/^tasks\.move\w*\.end$/), outcome: 'Canceled' })
})

test('an import waits for the task of another operator and goes on after it', async () => {
  const { bytes } = await exported()
  const { upload, mutate, query, ended } = await operator()
  const tasks = new ShopTasks(directory.directory.orm)
  const task = await tasks.begin({ kind: 'copy', shop_id: 'source', actor: 'otto@example.com', details: {} })
  const copy = await otherWork('awaited', { task })
  const { data } = await mutate('tasks.import', { upload: await upload(bytes), id: 'awaited', hosts: [] })
  const read = async () => (await query('tasks.list')).data.tasks.find(({ id }) => id === data.task)
  await waitUntil(async () => (await read())?.progress?.name === 'waiting')
  expect((await read())?.progress).toEqual({ name: 'waiting', change: 'move', actor: 'otto@example.com' })
  await copy.finish()
  expect(await ended(data.task)).toMatchObject({ status: 'done', progress: { name: 'transferred' } })
  await tasks.end(task, { status: 'done', progress: undefined })
})

test('a request does not wait for long work on the shop', async () => {
  await using _command = await otherWork('east')
  const { mutate } = await operator()
  await mutate('shops.pause', { id: 'east' })
  const refused = await mutate('shops.drop', { id: 'east', confirmation: 'east' })
  expect([refused.status, refused.reason]).toEqual([400, 'shop_task_running'])
  await mutate('shops.resume', { id: 'east' })
  expect(await directory.directory.read('east')).toMatchObject({ status: 'active' })
})

const uploads = () => readdir(join(directory.program.dataDirectory, 'operators'))

test('an upload above the limit is refused with its reason, and leaves no file', async () => {
  const { send, query, client } = await operator()
  expect((await query('tasks.uploadLimit')).data).toEqual({ bytes: MAX_UPLOAD })
  const before = await uploads()
  const declared = await send('/operator/files', new Uint8Array(MAX_UPLOAD + 1))
  const refusal = { type: 'invalid_data', reason: { name: 'file_too_large', maximum: MAX_UPLOAD } }
  expect([declared.status, await declared.json()]).toEqual([413, expect.objectContaining(refusal)])
  const streamed = await fetch(`${served.url}/operator/files`, {
    ...{ method: 'POST', duplex: 'half' },
    headers: {
      'x-forwarded-host': OPERATOR_HOST,
      cookie: [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
    },
    body: Readable.toWeb(Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(100_000)))),
  } as RequestInit)
  expect([streamed.status, await streamed.json()]).toEqual([413, expect.objectContaining(refusal)])
  expect(await uploads()).toEqual(before)
  expect((await send('/operator/files', new Uint8Array(MAX_UPLOAD))).status).toBe(200)
})

test('an upload that the disk cannot hold is refused, and a full disk leaves no part of one', async () => {
  const { path } = ending.use(scratchDirectory())
  using files = new TaskFiles({ dataDirectory: path, maxUpload: Number.MAX_SAFE_INTEGER })
  await expect(files.write(Readable.from([]), 1e15)).rejects.toThrow(StorageFull)
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const body = Readable.from(
    (async function* () {
      yield Buffer.alloc(100)
      throw full
    })(),
  )
  await expect(files.write(body)).rejects.toThrow(full)
  expect(await readdir(join(path, 'operators'))).toEqual([])
})

test('a task that ends on a full disk names it', async () => {
  const tasks = new ShopTasks(directory.directory.orm)
  await using runner = new TaskRunner(tasks, directory.program.logger)
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const id = await runner.start({ kind: 'export', shop_id: 'full', actor: 'olga@example.com', details: {} }, () =>
    Promise.reject(full),
  )
  await waitUntil(async () => (await tasks.get(id)).status !== 'running')
  expect((await tasks.get(id)).failure).toEqual({
    message: 'Storage is full. Nothing was saved.',
    reason: { name: 'storage_full' },
  })
})
