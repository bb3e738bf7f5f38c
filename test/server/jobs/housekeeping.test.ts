import { expect, test } from 'vitest'
import { User } from '#entities/people/user/user.ts'
import type { Events } from '#entities/platform/event/events.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import { addUser } from '#server/database/administrator.ts'
import { runHousekeeping } from '#server/jobs/housekeeping.ts'
import { coreProviders } from '#server/providers/core.ts'
import { agedRows, daysAgo, hoursAgo, minutesAgo } from '../../support/aged-rows.ts'
import { openClone } from '../../support/cloned-orm.ts'
import { fake } from '../../support/fake.ts'

const files = fake<FileStore>({})
const options = { signal: new AbortController().signal }

test('housekeeping deletes expired rows only', async () => {
  await using shop = await openClone()
  const { orm } = shop
  const run = (sql: string) => orm.em.fork().execute(sql)
  const given = agedRows(orm)
  await given.sessions({ id: 'over', expires_at: minutesAgo(1) }, { id: 'running', expires_at: minutesAgo(-1) })
  await given.idempotencyKeys(
    { id: 'old', idempotency_key: 'a', created_at: hoursAgo(49) },
    { id: 'young', idempotency_key: 'b', created_at: hoursAgo(47) },
  )
  const secretPayload: Events['user.password_reset'] = { id: 'usr_1', email: 'ann@example.com', token: 'b' }
  const secret = { is_private: true, awaited_by: ['mail'] }
  await given.events(
    { created_at: daysAgo(31), name: 'region.created' },
    { created_at: daysAgo(29), name: 'region.updated' },
    { created_at: hoursAgo(25), name: 'invite.created', payload: secretPayload, ...secret },
    { created_at: hoursAgo(23), name: 'user.password_reset', payload: secretPayload, ...secret },
  )
  await runHousekeeping({ orm, files, providers: coreProviders }, {}, options)
  expect(await run('select id from session')).toEqual([{ id: 'running' }])
  expect(await run('select id from idempotency_key')).toEqual([{ id: 'young' }])
  expect(await run('select name, payload, awaited_by from event order by id')).toEqual([
    { name: 'region.updated', payload: { id: 'thing_1' }, awaited_by: null },
    { name: 'invite.created', payload: { id: 'usr_1', email: 'ann@example.com' }, awaited_by: [] },
    { name: 'user.password_reset', payload: secretPayload, awaited_by: ['mail'] },
  ])
})

test('audit log entries are kept for the configured time or forever', async () => {
  await using shop = await openClone()
  const { orm } = shop
  const run = (sql: string) => orm.em.fork().execute(sql)
  await addUser(orm, { email: 'ann@example.com', password: 'correct horse', role: 'admin' })
  const { id: user_id } = await orm.em.fork().findOneOrFail(User, { email: 'ann@example.com' })
  await agedRows(orm).auditLogEntries(
    { id: 'audit_29', user_id, created_at: daysAgo(29) },
    { id: 'audit_31', user_id, created_at: daysAgo(31) },
  )
  const remainingAfterHousekeeping = async (auditLogDays: number | undefined) => {
    await runHousekeeping({ orm, files, providers: coreProviders, auditLogDays }, {}, options)
    return (await run('select id from audit_log order by id')).map((row) => row.id)
  }
  expect(await remainingAfterHousekeeping(undefined)).toEqual(['audit_29', 'audit_31'])
  expect(await remainingAfterHousekeeping(30)).toEqual(['audit_29'])
})
