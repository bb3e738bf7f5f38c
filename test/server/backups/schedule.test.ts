import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { drillOf, scheduleOf } from '#server/backups/drill-of-shop.ts'
import { credentialsOf } from '#server/backups/postgres-tools.ts'
import { scratchNameOf } from '#server/backups/scratch-database.ts'
import { cronOf } from '#server/jobs/worker-parts.ts'
import { readConfig } from '#server/settings/config.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const SESSION_SECRET = 'a secret of thirty-two characters or more'

test('drills run at night, weekly or daily, and shops at different minutes', () => {
  const minutes = new Set<string>()
  for (let i = 0; i < 50; i++) {
    const schedule = scheduleOf('weekly', `postgresql://a:b@one,two:1/shops_${i}?x=1`)
    expect(schedule).toMatch(/^([0-9]|[1-5][0-9]) [1-4] \* \* 0$/)
    minutes.add(schedule)
  }
  expect(minutes.size).toBeGreaterThan(30)
  expect(scheduleOf('daily', 'postgresql:///shop')).toMatch(/ \* \* \*$/)
})

test('a drill is scheduled only if a backup is named', async () => {
  await using database = await openClone()
  const scheduled = (env: Record<string, string>) => {
    const config = readConfig({ SESSION_SECRET, ...env })
    const drill = drillOf({ orm: database.orm, config, parts: coreParts }, pino({ level: 'silent' }))
    return cronOf({ jobs: [], drill }).filter(({ task }) => task === 'drill_backup').length
  }
  expect(scheduled({})).toBe(0)
  expect(scheduled({ BACKUP_DUMPS: '/backup' })).toBe(1)
  expect(scheduled({ BACKUP_COMMAND: 'restore', BACKUP_DRILL: 'daily' })).toBe(1)
  expect(scheduled({ BACKUP_DUMPS: '/backup', BACKUP_DRILL: 'never' })).toBe(0)
})

test('the scheduled drill fails its job with the problems', async () => {
  await using database = await openClone()
  const config = readConfig({ SESSION_SECRET, BACKUP_DUMPS: '/nowhere' })
  const drill = drillOf({ orm: database.orm, config, parts: coreParts }, pino({ level: 'silent' }))
  await expect(drill?.run(new AbortController().signal)).rejects.toThrow('The backup /nowhere does not exist')
})

test('a stopped drill is no failed job', async () => {
  await using database = await openClone()
  const config = readConfig({ SESSION_SECRET, BACKUP_COMMAND: 'true' })
  const drill = drillOf({ orm: database.orm, config, parts: coreParts }, pino({ level: 'silent' }))
  await drill?.run(AbortSignal.abort())
  const rows = await database.orm.em.getConnection().execute('select from backup_drill')
  expect([drill, rows]).toEqual([expect.anything(), []])
})

test.each([
  ['postgresql://shop:a%20b@db:5433/shop?sslmode=require', 'postgresql://shop@db:5433/shop?sslmode=require', 'a b'],
  [
    'postgresql://shop:x@a,b:1/shop?target_session_attrs=read-write',
    'postgresql://shop@a,b:1/shop?target_session_attrs=read-write',
    'x',
  ],
  ['postgresql://db/shop', 'postgresql://db/shop', undefined],
  ['postgresql://shop:p@ss@db/shop', 'postgresql://shop@db/shop', 'p@ss'],
  [
    'postgresql:///shop?host=/run&password=a%26b&uselibpqcompat=true&user=shop',
    'postgresql:///shop?host=/run&user=shop',
    'a&b',
  ],
  ['postgresql://shop@db/shop', 'postgresql://shop@db/shop', undefined],
])('the password of %s is no argument', (url, address, password) => {
  expect(credentialsOf(url)).toMatchObject({ address, ...(password ? { env: { PGPASSWORD: password } } : {}) })
})

test('a variable of the environment leads no program to another server', () => {
  vi.stubEnv('PGHOSTADDR', '10.0.0.1')
  vi.stubEnv('PGPASSFILE', '/run/passwords')
  expect(credentialsOf('postgresql://shop@db/shop').env).not.toHaveProperty('PGHOSTADDR')
  expect(credentialsOf('postgresql://shop@db/shop').env).toHaveProperty('PGPASSFILE', '/run/passwords')
  vi.unstubAllEnvs()
})

test('the name of a scratch database has at most 63 bytes', () => {
  expect(scratchNameOf('shop')).toBe('shop_drill')
  expect(Buffer.byteLength(scratchNameOf('ä'.repeat(31)))).toBeLessThanOrEqual(63)
  const long = 'a'.repeat(60)
  expect(scratchNameOf(`${long}_east`)).not.toBe(scratchNameOf(`${long}_west`))
})
