import { expect, test } from 'vitest'
import { addUser } from '#server/database/administrator.ts'
import { runHousekeeping } from '#server/jobs/housekeeping.ts'
import { installedProviders } from '#server/providers/installed.ts'
import { openClone } from '../../support/cloned-orm.ts'

const options = { signal: new AbortController().signal }

test('housekeeping deletes expired rows only', async () => {
  await using shop = await openClone()
  const { orm } = shop
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
  await runHousekeeping({ orm, providers: installedProviders }, {}, options)
  expect(await run('select id from session')).toEqual([{ id: 'running' }])
  expect(await run('select id from idempotency_key')).toEqual([{ id: 'young' }])
  expect(await run('select name, payload, awaited_by from event order by id')).toEqual([
    { name: 'region.updated', payload: {}, awaited_by: null },
    { name: 'invite.created', payload: {}, awaited_by: [] },
    { name: 'user.password_reset', payload: { token: 'b' }, awaited_by: ['mail'] },
  ])
})

test('audit log entries are kept for the configured time or forever', async () => {
  await using shop = await openClone()
  const { orm } = shop
  const run = (sql: string) => orm.em.fork().execute(sql)
  await addUser(orm, { email: 'ann@example.com', password: 'correct horse', role: 'admin' })
  await run(`insert into audit_log (id, created_at, user_id, authenticated_by, procedure, resource_type, resource_ids,
      changes, change_count, request_id, ip)
    select 'audit_' || days, now() - make_interval(days => days), u.id, 'jwt', 'admin.store.update', 'store', '{}', '[]',
      0, 'x', '::1' from unnest('{29,31}'::integer[]) days, "user" u`)
  const remainingAfterHousekeeping = async (auditLogDays: number | undefined) => {
    await runHousekeeping({ orm, providers: installedProviders, auditLogDays }, {}, options)
    return (await run('select id from audit_log order by id')).map((row) => row.id)
  }
  expect(await remainingAfterHousekeeping(undefined)).toEqual(['audit_29', 'audit_31'])
  expect(await remainingAfterHousekeeping(30)).toEqual(['audit_29'])
})
