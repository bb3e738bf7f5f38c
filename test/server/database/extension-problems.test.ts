import { expect, test } from 'vitest'
import { type ExtensionState, problemsOfExtension } from '#server/database/extension-problems.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { openClone } from '#test/support/cloned-orm.ts'
import { executeSql } from '#test/support/postgres.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'

const NEW: ExtensionState = { role: 'shop', installed: false, available: true, creatable: true, migrated: false }

test.each([
  ['an installed extension', { ...NEW, installed: true, migrated: true }, undefined],
  ['an extension that the migrations create', NEW, undefined],
  [
    'a server without the extension',
    { ...NEW, available: false },
    /server does not have it. Install postgresql-contrib/,
  ],
  ['a role that may not create it', { ...NEW, creatable: false }, /role shop may not create it. Run as a superuser/],
  [
    'a database that lost it',
    { ...NEW, migrated: true },
    /database has lost it. Run on the database: create extension/,
  ],
] as const)('%s has the right problem', (_, state, problem) => {
  const [line, ...others] = problemsOfExtension(state)
  expect(others).toEqual([])
  if (problem) expect(line).toMatch(problem)
  else expect(line).toBeUndefined()
})

test('a shop whose database lost the extension does not start, and the doctor reports one line', async () => {
  await using clone = await openClone()
  await executeSql(clone.url, 'drop extension pg_trgm cascade')
  const orm = await openDatabase(clone.url)
  const line = 'The product search needs the extension pg_trgm of PostgreSQL, and the database has lost it.'
  await expect(prepareDatabase(orm, { print: () => {} })).rejects.toThrow(line)
  await orm.close()
  const { stdout, code } = await runSharedCommand(['doctor'], { DATABASE_URL: clone.url })
  expect(code).toBe(1)
  expect(stdout.split('\n')[0]).toBe(`${line} Run on the database: create extension pg_trgm`)
  await executeSql(clone.url, 'create extension pg_trgm')
})
