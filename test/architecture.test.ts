import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openClone } from './support/cloned-orm.ts'

/* What holds of the code as a whole. */

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const filesIn = (...folders: string[]) =>
  globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )

interface Import {
  /** A path from the root of the repository, or the name of a package. */
  from: string
  isOurs: boolean
  isType: boolean
}

function importsOf(file: string): Import[] {
  const statements = read(file).matchAll(
    /^(?:import|export)\b(\s+type\b)?[^'";]*?from\s*'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return Array.from(statements, ([, type, from, bare, lazy]) => {
    const name = (from ?? bare ?? lazy) as string
    if (name.startsWith('#')) return { from: name.slice(1), isOurs: true, isType: !!type }
    if (name.startsWith('.')) return { from: normalize(join(dirname(file), name)), isOurs: true, isType: !!type }
    return { from: name, isOurs: false, isType: !!type }
  })
}

const within =
  (...places: string[]) =>
  (file: string) =>
    places.some((place) => file === place || file.startsWith(`${place}/`))

describe('imports point one way', () => {
  test.each([
    ['entities', ['entities']],
    ['routers', ['routers', 'entities']],
    ['server', ['server', 'routers', 'entities', 'mikro-orm.config.ts', 'package.json']],
    ['client', ['client', 'routers']],
  ])('%s imports only %j', (folder, allowed) => {
    const wrong = filesIn(folder).flatMap((file) =>
      importsOf(file)
        .filter(({ from, isOurs }) => isOurs && !within(...allowed)(from))
        .map(({ from }) => `${file} imports ${from}`),
    )
    expect(wrong).toEqual([])
  })

  test('the client takes nothing but types from the shop', () => {
    const wrong = filesIn('client').flatMap((file) =>
      importsOf(file).filter(({ from, isOurs, isType }) => isOurs && !within('client')(from) && !isType),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ['entities', ['express', '@trpc/server', '@trpc/client', 'trpc-openapi', 'iron-session', 'superjson']],
    ['routers', ['express', 'iron-session', 'cors', 'qs']],
  ])('%s know nothing of %j', (folder, packages) => {
    const wrong = filesIn(folder).flatMap((file) =>
      importsOf(file)
        .filter(({ from, isOurs, isType }) => !isOurs && !isType && within(...packages)(from))
        .map(({ from }) => `${file} imports ${from}`),
    )
    expect(wrong).toEqual([])
  })
})

const pureRules = [
  'entities/cart/agreed-price.ts',
  'entities/cart/explain-totals.ts',
  'entities/cart/line-totals.ts',
  'entities/cart/shipping-totals.ts',
  'entities/cart/total-part.ts',
  'entities/cart/totals.ts',
  'entities/discount/adjustments.ts',
  'entities/discount/conditions.ts',
  'entities/gift-card/spend.ts',
  'entities/may-follow.ts',
  'entities/money.ts',
  'entities/order/owed.ts',
  'entities/order/payments-that-count.ts',
  'entities/order/refund-of-pieces.ts',
  'entities/order/statuses.ts',
  'entities/order/transitions.ts',
  'entities/product/price.ts',
  'entities/shipping/requirements.ts',
  'entities/swap/credit.ts',
  'entities/tax/tax.ts',
]

test.each(pureRules)('%s is a pure rule: it imports only pure rules', (file) => {
  const others = importsOf(file).filter(({ from }) => !pureRules.includes(from))
  expect(others.map(({ from }) => from)).toEqual([])
})

test('a shop runs without what is installed for its development', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const wrong = [...filesIn('entities', 'routers', 'server', 'client'), 'mikro-orm.config.ts'].flatMap((file) =>
    importsOf(file)
      .filter(({ from, isOurs, isType }) => !isOurs && !isType && !from.startsWith('node:'))
      .filter(({ from }) => !within(...Object.keys(dependencies))(from))
      .map(({ from }) => `${file} imports ${from}`),
  )
  expect(wrong).toEqual([])
  expect(Object.keys(dependencies)).toContain('node')
})

test('the environment is read in one place, and by the options for the tool of MikroORM', () => {
  const files = [...filesIn('entities', 'routers', 'server', 'client'), 'mikro-orm.config.ts']
  const readers = files.filter((file) => read(file).includes('process.env'))
  expect(readers).toEqual(['server/config.ts', 'mikro-orm.config.ts'])
  expect(read('mikro-orm.config.ts').split('process.env')).toHaveLength(2)
  expect(read('mikro-orm.config.ts')).toMatch(/^export default ormOptions\(.*process\.env/m)
})

describe('nothing outlives its transaction on connections that a pooler may give to others', () => {
  /** With sessions of their own, at `DATABASE_DIRECT_URL`. */
  const direct = ['server/batch-job-news.ts', 'server/jobs/lease.ts']
  const temporary = /\bcreate\s+temp(?:orary)?\s+table\b[^`;]*/gi
  const ofSession = [
    /['"`;]\s*set\s+(?!local\b)\w+\s*(?:=|to\b)/gi,
    /['"`;]\s*set\s+session\b/gi,
    /\bpg_(?:try_)?advisory_(?:lock|unlock)\w*/gi,
    /['"`;]\s*(?:un)?listen\s+\w/gi,
    /['"`;]\s*(?:prepare\s+\w+\s+as|discard\s+\w)/gi,
    /\bcursor\s+with\s+hold\b/gi,
    /\bset_config\([^()]*,\s*false\s*\)/gi,
  ]
  const foundIn = (text: string) => [
    ...ofSession.flatMap((pattern) => text.match(pattern) ?? []),
    ...(text.match(temporary) ?? []).filter((made) => !/\bon\s+commit\s+drop\b/i.test(made)),
  ]

  test('in no statement', () => {
    const files = filesIn('entities', 'routers', 'server').filter((file) => !direct.includes(file))
    const found = files.flatMap((file) => foundIn(read(file)).map((what) => `${file}: ${what}`))
    expect(found).toEqual([])
  })

  test.each([
    "'set lock_timeout = 1'",
    '`begin; set search_path to x`',
    "'select pg_advisory_lock($1)'",
    "'listen batch_job'",
    '`create temporary table a (b int)`',
    "`select set_config('a', $1, false)`",
  ])('which %s would be', (text) => {
    expect(foundIn(text)).toHaveLength(1)
  })

  test.each([
    "'set local lock_timeout = 1'",
    "'update cart set email = $1'",
    '`update t\n  set email = $1`',
    "'select pg_advisory_xact_lock($1)'",
    '`create temp table a (b int) on commit drop`',
  ])('which %s is not', (text) => {
    expect(foundIn(text)).toEqual([])
  })
})

describe('the migrated database', () => {
  test('has each column of each entity, and lets it be null where the entity does', async () => {
    await using clone = await openClone()
    const { orm } = clone
    const rows = await orm.em.execute<{ table_name: string; column_name: string; is_nullable: string }[]>(
      "select table_name, column_name, is_nullable from information_schema.columns where table_schema = 'public'",
    )
    const stored = new Map<string, Map<string, boolean>>()
    for (const { table_name, column_name, is_nullable } of rows) {
      const columns = stored.get(table_name) ?? new Map<string, boolean>()
      stored.set(table_name, columns.set(column_name, is_nullable === 'YES'))
    }

    for (const [, { tableName, props }] of orm.getMetadata().getAll()) {
      const columns = props
        .filter(
          ({ kind, persist, owner }) =>
            persist !== false && kind !== '1:m' && kind !== 'm:n' && !(kind === '1:1' && !owner),
        )
        .flatMap(({ fieldNames, nullable }) => fieldNames.map((name) => [name, !!nullable]))
      expect.soft(Object.fromEntries(stored.get(tableName) ?? []), tableName).toEqual(Object.fromEntries(columns))
    }
  })
})
