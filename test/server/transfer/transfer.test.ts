import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRow } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { appSecretOf } from '#entities/people/second-factor/accept-code.ts'
import { SecondFactor } from '#entities/people/second-factor/second-factor.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import { copyShop } from '#server/hosting/copy-shop.ts'
import { openShop } from '#server/hosting/open-shop.ts'
import { exportShopFile, importShopFile } from '#server/hosting/transfer-shop.ts'
import { exportShop } from '#server/transfer/export-shop.ts'
import { transferOf } from '#server/transfer/opened-shop.ts'
import { readShopFile } from '#server/transfer/shop-file.ts'
import type { Line } from '#server/transfer/shop-lines.ts'
import { openTestDirectory, type ServedShops, serveDirectory, type TestDirectory } from '../../support/directory.ts'
import { executeSql } from '../../support/postgres.ts'
import { scratchDirectory } from '../../support/scratch-directory.ts'

/* Copies of shops, and shops as files. */

const PASSPHRASE = 'four words of a passphrase'
const APP_SECRET = 'JBSWY3DPEHPK3PXP'
const TITLE = 'Tea "1\\2"\n,(日本) {x}'

const ending = new AsyncDisposableStack()
let source: TestDirectory
let target: TestDirectory
let served: ServedShops
let folder: string
let file: string
beforeAll(async () => {
  source = ending.use(await openTestDirectory())
  target = ending.use(await openTestDirectory())
  folder = ending.use(scratchDirectory()).path
  await source.create('east', { settings: { TIME_ZONE: 'Europe/Berlin', ADMIN_URL: 'https://admin.example.com' } })
  served = ending.use(await serveDirectory(source))
  await fillShop()
  file = join(folder, 'east.shop')
  await exportShopFile(source.program, { id: 'east', path: file, passphrase: PASSPHRASE })
})
afterAll(() => ending.disposeAsync())

async function fillShop(): Promise<void> {
  const owner = await served.administratorAt('east.example.com')
  const metadata = { nothing: null, number: 0.1, list: [1, 'a'] }
  for (const [path, input] of [
    ['/admin/products', { title: TITLE, metadata }],
    ['/admin/webhooks', { url: 'https://example.com/hook', events: ['*'] }],
    ['/admin/publishable-api-keys', { title: 'Web' }],
  ] as const)
    expect((await owner.post(path, input)).status).toBe(200)
  expect((await owner.post('/admin/invites', { user: 'ann@example.com', role: 'member' })).status).toBe(200)
  const record = await source.directory.get('east')
  await using shop = await openShop(source.program, record)
  const [user] = await executeSql(record.databaseUrl, 'select id from "user"')
  await executeSql(record.databaseUrl, `update "user" set api_token = 'a token'`)
  const tokens = new SignedTokens(record.settings.SESSION_SECRET!)
  const app_secret = await tokens.seal(APP_SECRET, appSecretOf(user!.id!))
  await inTransaction(shop.orm.em, async (em) => {
    insertRow(em, SecondFactor, { user_id: user!.id!, app_secret, failing_since: null })
    await em.flush()
  })
  const files = filesOf(source, 'east')
  mkdirSync(files, { recursive: true })
  writeFileSync(join(files, 'tea.bin'), Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251)))
  writeFileSync(join(files, 'empty.txt'), '')
}

const filesOf = ({ program }: TestDirectory, id: string) => join(program.dataDirectory, 'shops', id, 'files', 'public')

const databasesOf = async ({ directory }: TestDirectory) => {
  const name = new URL(directory.url).pathname.slice(1)
  const rows = await executeSql(
    directory.url,
    `select datname from pg_database where datname like '${name}\\_%' and datname not like '%template%' order by 1`,
  )
  return rows.map(({ datname }) => datname)
}

const countOf = async (test: TestDirectory, id: string, table: string, where = 'true') => {
  const { databaseUrl } = await test.directory.get(id)
  const [row] = await executeSql(databaseUrl, `select count(*)::int as count from ${table} where ${where}`)
  return row!.count
}

/** The rows of each table as text, except the two tables with a row for each start of a shop. */
async function rowsIn(lines: AsyncIterable<Line>): Promise<Map<string, string>> {
  const tables = new Map<string, string[]>()
  let rows: string[] = []
  for await (const line of lines)
    if ('table' in line) {
      rows = []
      if (!['shop.catalogue_change', 'shop.settings_version'].includes(line.table)) tables.set(line.table, rows)
    } else if ('rows' in line) rows.push(...line.rows)
  return new Map(Array.from(tables, ([table, list]) => [table, list.toSorted().join('\n')]))
}

test('a file has a whole shop: rows, files, variables and secrets', async () => {
  const size = await importShopFile(target.program, {
    ...{ id: 'moved', hosts: ['moved.example.com'], path: file, passphrase: PASSPHRASE },
  })
  expect(size.files).toBe(2)
  const written = await rowsIn(readShopFile(file))
  await using opened = await openShop(target.program, await target.directory.get('moved'))
  const imported = await rowsIn(exportShop({ ...(await transferOf(opened)), variables: null }))
  expect([...imported.keys()]).toEqual([...written.keys()])
  expect([...written.keys()].filter((table) => written.get(table) !== imported.get(table))).toEqual([])
  expect(written.get('shop.product')).toContain('日本')
  const { status, settings, hosts } = await target.directory.get('moved')
  expect([status, hosts]).toEqual(['paused', ['moved.example.com']])
  expect(settings).toEqual((await source.directory.get('east')).settings)
  const stored = filesOf(target, 'moved')
  expect(readdirSync(stored).toSorted()).toEqual(['empty.txt', 'tea.bin'])
  expect(readFileSync(join(stored, 'tea.bin'))).toEqual(readFileSync(join(filesOf(source, 'east'), 'tea.bin')))
})

test('a copy has the rows and files, and nothing that acts outside of it', async () => {
  await copyShop(source.program, { from: 'east', id: 'trial', hosts: ['trial.example.com'] })
  const of = async (id: string) => (await source.directory.get(id)).settings
  const { SESSION_SECRET: fresh, ...settings } = await of('trial')
  expect(settings).toEqual({ TIME_ZONE: 'Europe/Berlin' })
  expect(fresh).not.toBe((await of('east')).SESSION_SECRET)
  expect(await countOf(source, 'trial', 'product', `title = $$${TITLE}$$`)).toBe(1)
  const acting = [
    ['session', 'true'],
    ['event_outbox', 'true'],
    ['event', `payload ? 'token'`],
    ['graphile_worker._private_jobs', 'true'],
    ['webhook', 'is_active'],
    ['publishable_api_key', 'revoked_at is null'],
    ['api_key', 'deleted_at is null'],
    ['"user"', 'api_token is not null'],
  ] as const
  for (const [table, where] of acting) expect(await countOf(source, 'trial', table, where), table).toBe(0)
  expect(await countOf(source, 'east', 'webhook', 'is_active')).toBe(1)
  expect(await countOf(source, 'east', 'event', `payload ? 'token'`)).toBe(1)
  expect(readdirSync(filesOf(source, 'trial')).toSorted()).toEqual(['empty.txt', 'tea.bin'])
  const { databaseUrl } = await source.directory.get('trial')
  const [factor] = await executeSql(databaseUrl, 'select user_id, app_secret from second_factor')
  const opened = await new SignedTokens(fresh!).unseal(factor!.app_secret!, appSecretOf(factor!.user_id!))
  expect(opened).toBe(APP_SECRET)
  expect((await served.at('trial.example.com').get('/store/regions')).status).toBe(200)
  await expect(copyShop(source.program, { from: 'east', id: 'trial', hosts: [] })).rejects.toThrow('already exists')
  expect(await countOf(source, 'trial', 'product')).toBe(await countOf(source, 'east', 'product'))
})

const linesOf = () => gunzipSync(readFileSync(file)).toString().split('\n')
const writeLines = (lines: string[]) => gzipSync(lines.join('\n'))
const without = (part: string) => linesOf().filter((line) => !line.startsWith(part))
const changed = (from: RegExp, to: string) => linesOf().map((line) => line.replace(from, to))

test.each<[string, () => Buffer | string, RegExp]>([
  ['a truncated file', () => readFileSync(file).subarray(0, -2000), /is not a complete file of a shop/],
  ['an empty file', () => '', /is not a complete file of a shop/],
  ['a text', () => 'no shop', /is not a complete file of a shop/],
  ['a file without its end', () => writeLines(without('{"end"')), /its end is missing/],
  ['a file without its header', () => writeLines(without('{"header"')), /does not begin with the header/],
  ['a file without a file', () => writeLines(without('{"file":"public/empty')), /rows or files are missing/],
  ['a file that leaves its folder', () => writeLines(changed(/public\/tea.bin/, '../../tea.bin')), /no name of a file/],
  [
    'a file of a newer version',
    () => writeLines(changed(/"migrations":\[/, '$&"Migration9",')),
    /newer version.*Migration9/,
  ],
  [
    'a file of an older version',
    () => writeLines(changed(/"migrations":\["[^"]+",/, '"migrations":[')),
    /older version/,
  ],
  [
    'an unknown column',
    () => writeLines(changed(/("table":"shop.product","columns":\[)/, '$1"x\\"y",')),
    /shop.product, x"y/,
  ],
  ['a row that does not fit', () => writeLines(changed(/\["\(prod_/, '["(1,prod_')), /was not imported: invalid input/],
  ['a reference to no row', () => writeLines(changed(/\["\(sc_/, '["(sx_')), /was not imported: .*foreign key/],
])('%s changes nothing', async (_name, content, message) => {
  const path = join(folder, 'wrong.shop')
  writeFileSync(path, content())
  const before = [await target.directory.list(), await databasesOf(target), readdirSync(target.program.dataDirectory)]
  const importing = importShopFile(target.program, {
    id: 'wrong',
    hosts: ['w.example.com'],
    path,
    passphrase: PASSPHRASE,
  })
  await expect(importing).rejects.toThrow(message)
  const after = [await target.directory.list(), await databasesOf(target), readdirSync(target.program.dataDirectory)]
  expect(after).toEqual(before)
})

test('the variables need the passphrase, or are left out by choice', async () => {
  const shop = { id: 'plain', hosts: [], path: file }
  await expect(importShopFile(target.program, { ...shop, passphrase: `${PASSPHRASE}!` })).rejects.toThrow('passphrase')
  const text = gunzipSync(readFileSync(file)).toString()
  expect(text).not.toContain((await source.directory.get('east')).settings.SESSION_SECRET)
  await importShopFile(target.program, { ...shop, passphrase: undefined })
  expect(Object.keys((await target.directory.get('plain')).settings)).toEqual(['SESSION_SECRET'])
})

test('an existing file is not replaced', async () => {
  const before = readFileSync(file)
  const exporting = exportShopFile(source.program, { id: 'east', path: file, passphrase: undefined })
  await expect(exporting).rejects.toThrow('exists')
  expect(readFileSync(file)).toEqual(before)
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
})

test('two exports into one file leave a whole file', async () => {
  const path = join(folder, 'twice.shop')
  const shop = { id: 'east', path, passphrase: undefined }
  await Promise.all([exportShopFile(source.program, shop), exportShopFile(source.program, shop)])
  expect((await rowsIn(readShopFile(path))).get('shop.product')).toContain('日本')
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
})
