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
  await run(`insert into event (created_at, name, payload, is_private, awaited_by) values
    (now() - interval '31 days', 'region.created', '{}', false, null),
    (now() - interval '29 days', 'region.updated', '{}', false, null),
    (now() - interval '25 hours', 'invite.created', '{"token": "a"}', true, '{mail}'),
    (now() - interval '23 hours', 'user.password_reset', '{"token": "b"}', true, '{mail}')`)
  await tidyUp({ orm, providers: installedProviders })
  expect(await run('select id from session')).toEqual([{ id: 'running' }])
  expect(await run('select id from idempotency_key')).toEqual([{ id: 'young' }])
  expect(await run('select name, payload, awaited_by from event order by id')).toEqual([
    { name: 'region.updated', payload: {}, awaited_by: null },
    { name: 'invite.created', payload: {}, awaited_by: [] },
    { name: 'user.password_reset', payload: { token: 'b' }, awaited_by: ['mail'] },
  ])
})
