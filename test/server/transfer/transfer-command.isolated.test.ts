import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportShopFile, importShopFile } from '#server/hosting/transfer-shop.ts'
import { shop as repository } from '#server/shop.ts'
import { openTestDirectory } from '../../support/directory.ts'
import { cloneDatabase, executeSql } from '../../support/postgres.ts'
import { scratchDirectory } from '../../support/scratch-directory.ts'
import { runSharedCommand } from '../../support/shared-command.ts'

const PASSPHRASE = 'four words of a passphrase'

test('a shop moves out of a directory and into a deployment with one shop', async () => {
  await using source = await openTestDirectory(repository.plugins)
  using scratch = scratchDirectory()
  const folder = scratch.path
  await source.create('east', { settings: { TIME_ZONE: 'Europe/Berlin' } })
  const file = join(folder, 'east.shop')
  await exportShopFile(source.program, { id: 'east', path: file, passphrase: PASSPHRASE })
  await using database = await cloneDatabase()
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'one'),
    SESSION_SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'error',
  }
  const phrase = join(folder, 'passphrase')
  writeFileSync(phrase, `${PASSPHRASE}\n`)
  const imported = await runSharedCommand(['transfer', 'import', file, '--passphrase-file', phrase], env)
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining("TIME_ZONE='Europe/Berlin'") })
  const users = await executeSql(database.url, 'select email from "user"')
  expect(users).toEqual([{ email: 'owner@example.com' }])
  const back = join(folder, 'back.shop')
  expect(await runSharedCommand(['transfer', 'export', back, '--without-variables'], env)).toMatchObject({ code: 0 })
  await importShopFile(source.program, { id: 'back', hosts: [], path: back, passphrase: undefined })
  expect((await source.directory.get('back')).status).toBe('paused')
  expect((await runSharedCommand(['seed'], env)).code).toBe(0)
  const again = await runSharedCommand(['transfer', 'import', file, '--without-variables'], env)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('Set DATABASE_URL to an empty database') })
})
