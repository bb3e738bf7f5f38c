import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { tidyUp } from '#server/housekeeping.ts'
import { installedProviders } from '#server/providers/installed.ts'
import { cloneDatabase } from '../support/postgres.ts'

test('tidying up forgets what is over and keeps what is not', async () => {
  await using database = await cloneDatabase()
  const orm = await openDatabase(database.url)
  await using _ = { [Symbol.asyncDispose]: () => orm.close() }
  const run = (sql: string) => orm.em.fork().execute(sql)
  await run(`insert into session (id, created_at, expires_at) values
    ('over', now(), now() - interval '1 minute'), ('running', now(), now() + interval '1 minute')`)
  await run(`insert into idempotency_key (id, created_at, idempotency_key, request) values
    ('old', now() - interval '49 hours', 'a', ''), ('young', now() - interval '47 hours', 'b', '')`)
  await tidyUp({ orm, providers: installedProviders })
  expect(await run('select id from session')).toEqual([{ id: 'running' }])
  expect(await run('select id from idempotency_key')).toEqual([{ id: 'young' }])
})
