import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { PUBLIC_SCHEMA } from '#server/database/shop-schema.ts'
import { openLease } from '#server/jobs/lease.ts'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'
import { untyped } from '#test/support/untyped.ts'
import { waitUntil } from '#test/support/wait-until.ts'

test('a connection that breaks during a reconnect is not opened twice', async () => {
  await using database = await cloneDatabase()
  const ours = `from pg_stat_activity where datname = current_database() and application_name = 'cartwright worker'`
  const locks = () =>
    executeSql(
      database.url,
      `select pid from pg_locks where locktype = 'advisory' and granted and pid in (select pid ${ours})`,
    )
  await using lease = await openLease(database.url, PUBLIC_SCHEMA, pino({ level: 'silent' }))
  await lease.acquire('worker-1')
  const { query } = Client.prototype
  let failures = 0
  using _ = vi.spyOn(Client.prototype, 'query').mockImplementation(
    untyped(function (this: Client, ...given: unknown[]) {
      const isFirst = String(given[0]).startsWith('set tcp_keepalives') && ++failures === 1
      if (isFirst) this.connection.stream.destroy()
      return Reflect.apply(query, this, given)
    }),
  )
  await executeSql(database.url, `select pg_terminate_backend(pid) ${ours}`)
  await waitUntil(async () => failures > 1 && (await locks()).length === 1)
  // A second reconnect would start a second after the failure.
  await pause(1500)
  expect(await executeSql(database.url, `select count(*)::int as connections ${ours}`)).toEqual([{ connections: 1 }])
})
