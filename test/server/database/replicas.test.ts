import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { statement } from '#database/statement.ts'
import type { ReplicaReader } from '#routers/context/services.ts'
import { ReadReplicas } from '#server/database/replicas.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'
import { startReplicatedPostgres } from '#test/support/replicated-postgres.ts'
import { waitUntil } from '#test/support/wait-until.ts'
import { freePort } from '../../../bench/free-port.ts'

const AVAILABLE = 'A read replica is available'
const BEHIND = 'A read replica is too far behind. The primary reads instead'
const notes = statement<{ text: string; is_copy: boolean }>('select text, pg_is_in_recovery() as is_copy from jotting')

test('a replica is used only while it contains the last writes', async () => {
  await using ending = new AsyncDisposableStack()
  const { primary, standby } = ending.use(await startReplicatedPostgres())
  const orm = await openDatabase(primary.url)
  ending.defer(() => orm.close())
  await orm.em.fork().execute('create table jotting (text text)')
  let now = 1_000_000
  const logs: string[] = []
  const logger = pino({}, { write: (line) => logs.push(JSON.parse(line).msg) })
  const settings = { urls: [standby.url], maxLag: 5000, logger, now: () => now }
  const replicas = new ReadReplicas(orm, settings)
  ending.defer(() => replicas.close())
  const untilHeld = async (since: number): Promise<ReplicaReader> => {
    // PostgreSQL itself writes to the log every fifteen seconds.
    for (let looks = 0; looks < 300; looks++) {
      await replicas.updateLag()
      const reader = replicas.reader(since)
      if (reader) return reader
      await pause(20)
    }
    throw new Error('No replica caught up')
  }
  expect(replicas.reader(0)).toBeUndefined()
  const { em } = await untilHeld(now)
  expect(await notes(em)).toEqual([])

  await executeSql(standby.url, 'select pg_wal_replay_pause()')
  now += 1000
  await orm.em.fork().execute(`insert into jotting values ('first')`)
  now += 1
  const wroteAt = now
  await replicas.updateLag()
  expect(replicas.reader(wroteAt)).toBeUndefined()
  expect(await notes(replicas.reader(0)!.em)).toEqual([])
  now += 5000
  await replicas.updateLag()
  expect(replicas.reader(0)).toBeUndefined()

  await executeSql(standby.url, 'select pg_wal_replay_resume()')
  const caughtUp = await untilHeld(wroteAt)
  expect(await notes(caughtUp.em)).toEqual([{ text: 'first', is_copy: true }])
  expect(await caughtUp.em.execute('select pg_is_in_recovery() as is_copy')).toEqual([{ is_copy: true }])
  await expect(caughtUp.em.execute(`insert into jotting values ('second')`)).rejects.toMatchObject({ code: '25006' })

  // The log continues in a new file without records.
  await executeSql(primary.url, 'select pg_switch_wal()')
  now += 60_000
  await untilHeld(now)

  await standby.stop()
  await replicas.updateLag()
  expect(replicas.reader(0)).toBeUndefined()
  expect(logs[0]).toBe(AVAILABLE)
  expect(logs[1]).toBe(BEHIND)
  expect(logs[2]).toBe(AVAILABLE)
  expect(logs.at(-1)).toBe('A read replica is unavailable. The primary reads instead')
})

test('a replica that never answered is logged once', async () => {
  await using database = await cloneDatabase()
  const orm = await openDatabase(database.url)
  const logs: unknown[] = []
  const logger = pino({}, { write: (line) => logs.push(JSON.parse(line)) })
  const url = `postgresql://shop:hush@127.0.0.1:${await freePort()}/shop`
  const replicas = new ReadReplicas(orm, { urls: [url], maxLag: 5000, logger })
  await replicas.updateLag()
  await replicas.updateLag()
  await replicas.close()
  await orm.close()
  expect(logs).toMatchObject([
    { level: 40, replica: new URL(url).host, msg: 'A read replica is unavailable. The primary reads instead' },
  ])
  expect(JSON.stringify(logs)).not.toContain('hush')
})

test('a replica that lags from the start or after a failure is logged, unless the primary is down', async () => {
  await using ending = new AsyncDisposableStack()
  const { primary, standby } = ending.use(await startReplicatedPostgres())
  const orm = await openDatabase(primary.url)
  ending.defer(() => orm.close())
  await executeSql(standby.url, 'select pg_wal_replay_pause()')
  await orm.em.fork().execute('create table jotting (text text)')
  let now = 1_000_000
  const logs: string[] = []
  const logger = pino({}, { write: (line) => logs.push(JSON.parse(line).msg) })
  const replicas = new ReadReplicas(orm, { urls: [standby.url], maxLag: 5000, logger, now: () => now })
  ending.defer(() => replicas.close())
  const update = async (elapsed: number): Promise<string[]> => {
    now += elapsed
    await replicas.updateLag()
    return logs.splice(0)
  }
  const updateUntilLogged = async (): Promise<string[]> => {
    let messages: string[] = []
    await waitUntil(async () => {
      messages = await update(0)
      return messages.length > 0
    })
    return messages
  }

  expect(await update(0)).toEqual([])
  expect(await update(4999)).toEqual([])
  expect(await update(1)).toEqual([BEHIND])
  expect(await update(1000)).toEqual([])
  await executeSql(standby.url, 'select pg_wal_replay_resume()')
  expect(await updateUntilLogged()).toEqual([AVAILABLE])

  replicas.reader(0)!.reportFailure(new Error('The connection was lost'))
  expect(logs.splice(0)).toEqual(['A read replica failed. The query was sent to the primary'])
  expect(await updateUntilLogged()).toEqual([AVAILABLE])

  replicas.reader(0)!.reportFailure(new Error('The connection was lost'))
  logs.splice(0)
  await executeSql(standby.url, 'select pg_wal_replay_pause()')
  await orm.em.fork().execute('drop table jotting')
  expect(await update(6000)).toEqual([BEHIND])
  await executeSql(standby.url, 'select pg_wal_replay_resume()')
  expect(await updateUntilLogged()).toEqual([AVAILABLE])

  await primary.stop()
  expect(await update(6000)).toEqual([])
  expect(replicas.reader(0)).toBeUndefined()
})
