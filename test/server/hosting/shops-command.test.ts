import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDirectory, type TestDirectory } from '../../support/directory.ts'
import { executeSql } from '../../support/postgres.ts'
import type { ProgramResult } from '../../support/program.ts'
import { runSharedCommand } from '../../support/shared-command.ts'

/* The commands for the shops of a directory. */

const ending = new AsyncDisposableStack()
let directory: TestDirectory
beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
})
afterAll(() => ending.disposeAsync())

const run = (...parameters: string[]): Promise<ProgramResult> => runIn({}, parameters)

const runIn = (environment: Record<string, string>, parameters: string[]): Promise<ProgramResult> =>
  runSharedCommand(parameters, {
    SHOPS: 'many',
    DATABASE_URL: directory.directory.url,
    DATA_DIR: directory.program.dataDirectory,
    SESSION_SECRET: 'the secret of the directory in all of these tests',
    ...environment,
  })

const expectRefusal = async (parameters: string[], message: RegExp) => {
  const { code, stderr, stdout } = await run(...parameters)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(message)
  expect(stderr).not.toContain('    at ')
}

test('a shop is created, listed, changed, paused and dropped', async () => {
  const created = await run(
    'shops',
    'create',
    'east',
    '--host',
    'East.example.com',
    '--email',
    'a@example.com',
    '--set',
    'TIME_ZONE=Europe/Berlin',
  )
  expect(created.stdout).toMatch(/^east created, administrator a@example\.com, password \S{20,}\n$/)
  const { database, settings } = await directory.directory.get('east')
  expect(settings).toMatchObject({ TIME_ZONE: 'Europe/Berlin', SESSION_SECRET: expect.stringMatching(/.{32}/) })
  expect((await run('shops', 'list')).stdout).toBe('east\tactive\teast.example.com\tdefault\n')
  expect((await run('--shop', 'east', 'user', 'add', '--email', 'b@example.com')).stdout).toMatch(
    /^b@example\.com added/,
  )
  const named = await runIn({ SHOP: 'east' }, ['user', 'add', '--email', 'c@example.com'])
  expect(named.stdout).toMatch(/^c@example\.com added/)
  await run('shops', 'set', 'east', 'TIME_ZONE=', 'CART_DAYS=7')
  const { TIME_ZONE, CART_DAYS } = (await directory.directory.get('east')).settings
  expect([TIME_ZONE, CART_DAYS]).toEqual([undefined, '7'])
  expect((await run('shops', 'upgrade')).stdout).toBe('east is up to date\n')
  await expectRefusal(['shops', 'drop', 'east'], /is active\. Pause it first/)
  await run('shops', 'pause', 'east')
  expect((await run('shops', 'drop', 'east')).stdout).toBe('east deleted\n')
  expect(await executeSql(directory.directory.url, `select 1 from pg_database where datname = '${database}'`)).toEqual(
    [],
  )
})

test('a server is added, listed and removed', async () => {
  const { url } = directory.directory
  const { host } = new URL(url)
  expect((await run('shops', 'servers', 'add', 'second', url)).stdout).toBe(`second is the server ${host}\n`)
  const list = (await run('shops', 'servers', 'list')).stdout
  expect(list).toBe(`default\t${host}\t0\nsecond\t${host}\t0\n`)
  expect((await run('shops', 'servers', 'remove', 'second')).stdout).toBe('second removed\n')
})

test.each([
  [['shops', 'create', 'East', '--email', 'a@example.com'], /id of a shop/],
  [['shops', 'create', 'west', '--email', 'a@example.com', '--host', 'https://west'], /not a host name/],
  [['shops', 'create', 'west', '--email', 'a@example.com', '--set', 'PORT=1'], /PORT cannot be set for one shop/],
  [['shops', 'create', 'west', '--email', 'a@example.com', '--set', 'TIME_ZONE=Nowhere'], /TIME_ZONE/],
  [['shops', 'servers', 'add', 'second', 'postgresql://a@127.0.0.1:1/a'], /Nothing listens at 127\.0\.0\.1:1/],
  [['shops', 'servers', 'remove', 'default'], /cannot be removed/],
  [['shops', 'set', 'none', 'TIME_ZONE=UTC'], /The shop none does not exist/],
  [['--shop', 'none', 'user', 'add', '--email', 'a@example.com'], /The shop none does not exist/],
  [['user', 'add', '--email', 'a@example.com'], /Name the shop: --shop/],
] as [string[], RegExp][])('%j is refused with a reason', async (parameters, message) => {
  await expectRefusal(parameters, message)
  expect(await directory.directory.list()).toEqual([])
})
