import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { type ImportReport, importMedusa } from '#server/medusa/import-medusa.ts'
import { openMedusaDatabase } from '#server/medusa/medusa-database.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { cloneAsMedusa } from '#test/support/medusa-database.ts'
import { medusaPasswordHash } from '#test/support/medusa-password-hash.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import { type ClonedDatabase, cloneDatabase, executeSql } from '#test/support/postgres.ts'
import type { Identified } from '#test/support/resources.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Imports of a database as Medusa v1 stores it. */

let source: TestShop
/** Each test copies it. */
let original: Awaited<ReturnType<typeof cloneAsMedusa>>
beforeAll(async () => {
  source = await openTestShop()
  await populateShop(source)
  original = await cloneAsMedusa(source.databaseUrl)
})
afterAll(async () => {
  await original[Symbol.asyncDispose]()
  await source[Symbol.asyncDispose]()
})
const cloneMedusa = () => cloneDatabase(original.name)

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function runImport(from: { url: string }, to: string, isRehearsal = false): Promise<ImportReport> {
  await using medusa = await openMedusaDatabase(from.url)
  return await withClient(to, (client) => importMedusa(client, medusa, { installed: ['manual'], isRehearsal }))
}

const violationsIn = (url: string) =>
  withClient(url, (client) => findViolations(async (sql) => (await client.query(sql)).rows))

const KINDS = [
  'orders',
  'products',
  'customers',
  'regions',
  'discounts',
  'gift-cards',
  'price-lists',
  'customer-groups',
  'sales-channels',
  'shipping-options',
  'shipping-profiles',
  'swaps',
  'order-edits',
]

/** Medusa does not store which value a replacement carries, so `refundable` of an imported one is its price. */
const withoutReplacedValues = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value, (key, inner) =>
      key === 'additional_items' ? inner.map((line: object) => ({ ...line, refundable: undefined })) : inner,
    ),
  )

describe('an imported shop', () => {
  let medusa: ClonedDatabase
  let shop: TestShop
  let report: ImportReport
  beforeAll(async () => {
    medusa = await cloneMedusa()
    shop = await openTestShop()
    report = await runImport(medusa, shop.databaseUrl)
  })
  afterAll(async () => {
    await shop[Symbol.asyncDispose]()
    await medusa[Symbol.asyncDispose]()
  })

  test.each(KINDS)('an imported shop returns the same %s', async (kind) => {
    const rows = async (by: TestShop): Promise<Identified[]> =>
      Reflect.get(await expectSuccess(by.admin.get(`/admin/${kind}?limit=100`)), kind.replaceAll('-', '_'))
    const before = await rows(source)
    expect(before.length).toBeGreaterThan(0)
    expect(withoutReplacedValues(await rows(shop))).toEqual(withoutReplacedValues(before))
    for (const { id } of before) {
      const read = (by: TestShop) => expectSuccess(by.admin.get(`/admin/${kind}/${id}`))
      expect(withoutReplacedValues(await read(shop))).toEqual(withoutReplacedValues(await read(source)))
    }
  })

  test('an imported shop finds the same products in a search', async () => {
    const [product] = (await expectSuccess(source.get('/store/products?limit=1'))).products
    const search = (by: TestShop) => expectSuccess(by.post('/store/products/search', { q: product.title }))
    const before = await search(source)
    expect(before.hits.map(({ id }) => id)).toContain(product.id)
    expect(await search(shop)).toEqual(before)
  })

  test('an imported shop has the same returns', async () => {
    const returns = (by: TestShop) => expectSuccess(by.admin.get('/admin/returns?limit=100'))
    expect(await returns(shop)).toEqual(await returns(source))
  })

  test('references to users of the same email are mapped to existing users', async () => {
    const [key] = (await expectSuccess(shop.admin.get('/admin/publishable-api-keys'))).publishable_api_keys
    const { users } = await expectSuccess(shop.admin.get('/admin/users'))
    expect(users.map(({ id, email }) => [id, email])).toEqual([[key.created_by, 'admin@example.com']])
  })

  test('the report counts the imported rows, and all invariants hold', async () => {
    expect(report.rows.get('order')).toBe(9)
    expect(report.missingProviders).toEqual([])
    expect(await violationsIn(shop.databaseUrl)).toEqual([])
  })

  test('an imported shop places new orders with the next number', async () => {
    const [region] = (await expectSuccess(shop.get('/store/regions'))).regions
    const { orders } = await expectSuccess(shop.admin.get('/admin/orders?limit=100'))
    const order = await shop.given.order({ region })
    expect(order.display_id).toBe(Math.max(...orders.map(({ display_id }) => display_id)) + 1)
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))
    expect(await violationsIn(shop.databaseUrl)).toEqual([])
  })

  test('a second import into the same shop is rejected', async () => {
    await expect(runImport(medusa, shop.databaseUrl)).rejects.toThrow('The table cart is not empty')
  })
})

test('of imports at the same time into one database, one succeeds and the others are refused', async () => {
  await using medusa = await cloneMedusa()
  await using shop = await cloneDatabase()
  const runs = [true, false, false].map((isRehearsal) => runImport(medusa, shop.url, isRehearsal))
  const settled = await Promise.allSettled(runs)
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refusals).toEqual(Array(2).fill(expect.stringContaining('Another import into this database')))
  if (settled.slice(1).every(({ status }) => status === 'rejected')) await runImport(medusa, shop.url)
  expect(await violationsIn(shop.url)).toEqual([])
  const [count] = await executeSql(shop.url, 'select count(*)::int as orders from "order"')
  expect(count).toEqual({ orders: 9 })
})

test('a customer keeps the account at Stripe, unless another customer names the same account', async () => {
  await using medusa = await cloneMedusa()
  await using shop = await cloneDatabase()
  const insert = (email: string, stripe_id: string) =>
    executeSql(
      medusa.url,
      `insert into customer (id, created_at, updated_at, email, has_account, metadata)
       values ('cus_' || md5('${email}'), now(), now(), '${email}', true, '{"stripe_id": "${stripe_id}"}')`,
    )
  await insert('own@example.com', 'cus_Own1')
  await insert('victim@example.com', 'cus_Shared1')
  await insert('thief@example.com', 'cus_Shared1')
  await insert('odd@example.com', 'acct_1/../x')
  await runImport(medusa, shop.url)
  const accounts = `select email, payment_accounts from customer where payment_accounts is not null`
  expect(await executeSql(shop.url, accounts)).toEqual([
    { email: 'own@example.com', payment_accounts: { stripe: 'cus_Own1' } },
  ])
})

test('customers and users keep their passwords, which are hashed again at the next login', async () => {
  await using medusa = await cloneMedusa()
  const hash = medusaPasswordHash('mine')
  await executeSql(medusa.url, `update customer set password_hash = '${hash}'`)
  await executeSql(
    medusa.url,
    `update "user" set id = 'usr_grace', email = 'Grace@example.com', password_hash = '${hash}'`,
  )
  await using shop = await openTestShop()
  await runImport(medusa, shop.databaseUrl)
  const hashes = async () => {
    const rows = await executeSql(
      shop.databaseUrl,
      `select password_hash from customer where has_account union all
       select password_hash from "user" where email = 'grace@example.com'`,
    )
    return rows.map(({ password_hash }) => password_hash)
  }
  const logIn = async (password: string) => [
    (await shop.post('/store/auth', { email: 'ada@example.com', password })).status,
    (await shop.post('/admin/auth', { email: 'grace@example.com', password })).status,
  ]
  expect(await logIn('yours')).toEqual([401, 401])
  expect(await hashes()).toEqual([hash, hash])
  const responses = await Promise.all([logIn('mine'), logIn('mine')])
  expect(responses).toEqual([
    [200, 200],
    [200, 200],
  ])
  for (const kept of await hashes()) expect(kept).toMatch(/^\$argon2id\$/)
  expect(await logIn('mine')).toEqual([200, 200])
  expect(await logIn('yours')).toEqual([401, 401])
})

describe('data that Medusa allows and the shop does not', () => {
  const cloneWith = async (...statements: string[]) => {
    const medusa = await cloneMedusa()
    for (const sql of statements) await executeSql(medusa.url, sql)
    return medusa
  }

  const accountsOf = (url: string, { table, email }: { table: 'customer' | 'user'; email: string }) =>
    executeSql(url, `select id, email, password_hash from "${table}" where lower(email) = '${email}' order by id`)

  const addAccount = (id: string, email: string, day: number) =>
    `insert into customer (id, created_at, updated_at, email, has_account, password_hash)
     values ('${id}', '2024-01-0${day}', '2024-01-0${day}', '${email}', true, 'hash of ${id}')`

  describe('an import of a shop with many faults', () => {
    const CORRECTIONS: [string, string, string, unknown][] = [
      [
        'a negative stock',
        'update product_variant set inventory_quantity = -3',
        'select distinct inventory_quantity as found from product_variant',
        0,
      ],
      [
        'a discount used beyond its limit',
        'update discount set usage_limit = 1, usage_count = 7 where code is not null',
        'select usage_count::int as found from discount',
        1,
      ],
      [
        'a gift card balance above its value',
        'update gift_card set balance = value + 5',
        `select (balance - value)::int as found from gift_card`,
        0,
      ],
      [
        'a price without a variant',
        'delete from product_variant_money_amount',
        'select count(*)::int as found from money_amount',
        0,
      ],
      [
        'a product without a profile',
        'delete from product_shipping_profile',
        `select distinct type as found from product p join shipping_profile on shipping_profile.id = profile_id`,
        'default',
      ],
      [
        'a deleted sales channel',
        `update "order" set sales_channel_id = 'sc_gone'`,
        'select distinct sales_channel_id as found from "order"',
        null,
      ],
      [
        'duplicate tags',
        `with other as (insert into product_tag (id, value, created_at, updated_at)
           select 'ptag_2', value, now(), now() from product_tag returning id)
         update product_tags set product_tag_id = 'ptag_2'`,
        `select value as found from product_tag join product_tags on product_tag_id = id and id <> 'ptag_2'`,
        'new',
      ],
    ]
    const addUser = (id: string, email: string, day: number) =>
      `insert into "user" (id, created_at, updated_at, email, role, password_hash)
       values ('${id}', '2024-01-0${day}', '2024-01-0${day}', '${email}', 'member', 'hash of ${id}')`
    const addAccounts = (name: string, attacker: number, victim: number) => [
      addAccount(`cus_${name}_attacker`, `VICTIM.${name}@example.com`, attacker),
      addAccount(`cus_${name}_other`, `Victim.${name}@example.com`, 2),
      addAccount(`cus_${name}_victim`, `victim.${name}@example.com`, victim),
      `insert into address (id, created_at, updated_at, customer_id) values ('addr_${name}', now(), now(), 'cus_${name}_victim')`,
    ]

    const ending = new AsyncDisposableStack()
    let shop: ClonedDatabase
    let report: ImportReport
    beforeAll(async () => {
      await using medusa = await cloneWith(
        ...CORRECTIONS.map(([, sql]) => sql),
        `insert into customer (id, created_at, updated_at, email, has_account)
           values ('cus_one', now(), now(), 'GUEST@example.com', false), ('cus_two', now(), now(), 'guest@example.com', false)`,
        `update "order" set customer_id = 'cus_one' where email = 'ada@example.com'`,
        ...addAccounts('older', 1, 3),
        ...addAccounts('newer', 3, 1),
        `update "user" set role = 'member', email = 'grace@example.com'`,
        addUser('usr_attacker', 'VICTIM@example.com', 1),
        addUser('usr_victim', 'victim@example.com', 2),
        `insert into fulfillment (id, created_at, updated_at, provider_id, tracking_numbers, data)
         values ('ful_lost', now(), now(), 'manual', '[]', '{}')`,
        `update payment set provider_id = 'paypal' where id = (select min(id) from payment where provider_id <> 'system')`,
        `update fulfillment set provider_id = 'webshipper' where id = (select min(id) from fulfillment where id <> 'ful_lost')`,
        `insert into payment_provider values ('stripe', true)`,
        `insert into region_payment_providers select id, 'stripe' from region`,
        'alter table product add erp_number text, add empty_number text',
        `update product set erp_number = id where id in (select id from product order by id limit 2)`,
        'alter table customer add loyalty_points int default 5',
        `create table wishlist as select 'w1' as id`,
        `create table event as select 'evt_1' as id`,
      )
      shop = ending.use(await cloneDatabase())
      report = await runImport(medusa, shop.url)
    })
    afterAll(() => ending.disposeAsync())

    test.each(CORRECTIONS)('the import corrects %s', async (_, __, look, expected) => {
      expect(await executeSql(shop.url, look)).toEqual([{ found: expected }])
    })

    test('guests whose emails differ only in letter case are merged with their orders', async () => {
      expect(report.rows.get('order')).toBe(9)
      const orders = `select distinct c.id from "order" o join customer c on c.id = o.customer_id where c.email = 'guest@example.com'`
      expect(await executeSql(shop.url, orders)).toEqual([{ id: 'cus_two' }])
      expect(report.notes).toContainEqual({
        what: 'customer: merged rows with the same lower(email)',
        rows: 1,
        ids: ['cus_one'],
      })
    })

    test.each([
      'older',
      'newer',
    ])('the %s account with the same e-mail in other letters never replaces the account of its owner', async (name) => {
      expect(await accountsOf(shop.url, { table: 'customer', email: `victim.${name}@example.com` })).toEqual([
        { id: `cus_${name}_attacker`, email: `VICTIM.${name}@example.com`, password_hash: null },
        { id: `cus_${name}_other`, email: `Victim.${name}@example.com`, password_hash: null },
        { id: `cus_${name}_victim`, email: `victim.${name}@example.com`, password_hash: `hash of cus_${name}_victim` },
      ])
      expect(await executeSql(shop.url, `select customer_id from address where id = 'addr_${name}'`)).toEqual([
        { customer_id: `cus_${name}_victim` },
      ])
      expect(report.notes).toContainEqual({
        what: 'customer: cleared the password of an account whose e-mail another account has in lower case',
        rows: 4,
        ids: expect.arrayContaining([`cus_${name}_attacker`, `cus_${name}_other`]),
      })
    })

    test('a user with the same e-mail in other letters never replaces the user who can log in', async () => {
      expect(await accountsOf(shop.url, { table: 'user', email: 'victim@example.com' })).toEqual([
        { id: 'usr_attacker', email: 'VICTIM@example.com', password_hash: null },
        { id: 'usr_victim', email: 'victim@example.com', password_hash: 'hash of usr_victim' },
      ])
    })

    test('a fulfillment that a double click left without an order is removed and reported', async () => {
      expect(report.notes.find(({ what }) => what.startsWith('fulfillment: removed'))).toMatchObject({
        rows: 1,
        ids: ['ful_lost'],
      })
      expect(await executeSql(shop.url, `select from fulfillment where id = 'ful_lost'`)).toEqual([])
    })

    test('providers that only the history names, and providers that are not installed, are reported as missing', async () => {
      expect(report.missingProviders).toEqual(['paypal', 'stripe', 'webshipper'])
      // The import adds the provider of the history.
      expect(report.rows.get('payment_provider')).toBe(2)
      const [stripe] = await executeSql(shop.url, `select is_installed from payment_provider where id = 'stripe'`)
      expect(stripe).toEqual({ is_installed: false })
    })

    test('columns with data that the shop does not have are reported with their number of rows', () => {
      expect(report.unknownColumns).toEqual([
        // The other guest of the same e-mail is merged.
        { column: 'customer.loyalty_points', rows: Number(report.rows.get('customer')) + 1 },
        { column: 'product.erp_number', rows: 2 },
      ])
    })

    test('the import skips and reports tables of plugins', () => {
      const { unknownTables, hasAdministrator } = report
      expect({ unknownTables, hasAdministrator }).toEqual({
        unknownTables: ['event', 'wishlist'],
        hasAdministrator: false,
      })
    })
  })

  test('accounts that Medusa cannot log in to share no password', async () => {
    await using medusa = await cloneWith(
      addAccount('cus_first', 'VICTIM@example.com', 1),
      addAccount('cus_second', 'Victim@example.com', 2),
    )
    await using shop = await cloneDatabase()
    await runImport(medusa, shop.url)
    expect(await accountsOf(shop.url, { table: 'customer', email: 'victim@example.com' })).toEqual([
      { id: 'cus_first', email: 'victim@example.com', password_hash: null },
      { id: 'cus_second', email: 'Victim@example.com', password_hash: null },
    ])
  })

  test('one run reports all problems, and the file of changes has each value before and after', async () => {
    await using medusa = await cloneWith(
      'update "order" set customer_id = null where id = (select min(id) from "order")',
      `update "order" set status = 'lost' where id = (select max(id) from "order")`,
      `update gift_card set balance = -5 where id = (select min(id) from gift_card)`,
    )
    await using shop = await cloneDatabase()
    const message = await runImport(medusa, shop.url).catch((error: Error) => error.message)
    expect(message).toMatch(/order: rows without customer_id: order_/)
    expect(message).toMatch(/order \(order_status_check\): order_/)

    await executeSql(medusa.url, `update "order" set status = 'pending' where status = 'lost'`)
    await executeSql(
      medusa.url,
      `update "order" o set customer_id = c.id from customer c where o.customer_id is null and c.email = o.email`,
    )
    using scratch = scratchDirectory()
    const file = join(scratch.path, 'changes.csv')
    const { code, stdout, stderr } = await runSharedCommand(['import', 'medusa', medusa.url, '--changes', file], {
      DATABASE_URL: shop.url,
    })
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(
      /gift_card: raised values below the balance, and negative balances to 0 \(1 rows: gift_\w+\)/,
    )
    expect(readFileSync(file, 'utf8')).toMatch(/gift_card,gift_\w+,"\{""balance"": -5\}","\{""balance"": 0\}"/)
  })

  test.each([
    { unshipped: 'all orders', which: 'true', isRequired: false },
    { unshipped: 'no order', which: 'false', isRequired: true },
    {
      unshipped: 'a canceled order',
      which: `order_id in (select id from "order" where status = 'canceled')`,
      isRequired: true,
    },
  ])('the shop requires shipping according to its history, if $unshipped had none', async ({ which, isRequired }) => {
    await using medusa = await cloneWith(
      `update "order" set status = 'canceled' where id = (select max(order_id) from shipping_method)`,
      `delete from shipping_method where ${which}`,
    )
    await using shop = await cloneDatabase()
    const { notes } = await runImport(medusa, shop.url)
    const [note] = notes.filter(({ what }) => what.startsWith('order: orders of goods without a shipping method'))
    expect([note === undefined, await executeSql(shop.url, 'select requires_shipping from store')]).toEqual([
      isRequired,
      [{ requires_shipping: isRequired }],
    ])
  })

  test('a few orders without shipping among many do not turn off the required shipping', async () => {
    const copies = (count: number) => `
      insert into "order" select (jsonb_populate_record(null::"order", to_jsonb(o) || jsonb_build_object('id', 'order_' || n,
        'display_id', 1000 + n, 'cart_id', null, 'draft_order_id', null, 'status', 'pending'))).*
      from (select * from "order" order by id limit 1) o, generate_series(1, ${count}) n;
      insert into line_item select (jsonb_populate_record(null::line_item, to_jsonb(l) || jsonb_build_object('id', 'item_' || n,
        'order_id', 'order_' || n, 'cart_id', null))).*
      from (select * from line_item where variant_id is not null order by id limit 1) l, generate_series(1, ${count}) n;
      insert into shipping_method select (jsonb_populate_record(null::shipping_method, to_jsonb(m)
        || jsonb_build_object('id', 'sm_' || n, 'order_id', 'order_' || n, 'cart_id', null))).*
      from (select * from shipping_method order by id limit 1) m, generate_series(1, ${count}) n`
    await using medusa = await cloneWith(copies(60), `delete from shipping_method where id in ('sm_3', 'sm_40')`)
    await using shop = await cloneDatabase()
    await runImport(medusa, shop.url)
    expect(await executeSql(shop.url, 'select requires_shipping from store')).toEqual([{ requires_shipping: true }])
  })

  const own = (email: string, id: string) => `
    insert into "user" (id, created_at, updated_at, email, role, password_hash, api_token)
      values ('${id}', now(), now(), '${email}', 'admin', 'hash of ${id}', 'token of ${id}');
    insert into session (id, user_id, created_at, expires_at) values ('ses_${id}', '${id}', now(), now() + interval '1 day')`

  test('the unused administrator of the first start is removed if Medusa has an administrator', async () => {
    await using medusa = await cloneWith(
      `update "user" set email = 'grace@shop.test', role = 'admin', password_hash = 'x'`,
    )
    await using shop = await cloneDatabase()
    await executeSql(shop.url, `${own('admin@example.com', 'usr_first')}; ${own('ada@shop.test', 'usr_own')}`)
    const { notes, hasAdministrator } = await runImport(medusa, shop.url)
    expect(hasAdministrator).toBe(true)
    expect(notes.find(({ what }) => what.startsWith('user: removed users'))).toMatchObject({
      rows: 1,
      ids: ['admin@example.com'],
    })
    const columns = 'email, deleted_at is null as exists, password_hash, api_token'
    expect(
      await executeSql(
        shop.url,
        `select ${columns} from "user" where id like 'usr_%' and email not like 'grace%' order by email`,
      ),
    ).toEqual([
      { email: 'ada@shop.test', exists: true, password_hash: 'hash of usr_own', api_token: 'token of usr_own' },
      { email: 'admin@example.com', exists: false, password_hash: null, api_token: null },
    ])
    expect(await executeSql(shop.url, 'select user_id from session')).toEqual([{ user_id: 'usr_own' }])
  })

  test.each([
    [
      'Medusa has no administrator',
      `update "user" set email = 'grace@shop.test', role = 'member', password_hash = 'x'`,
    ],
    [
      'no administrator of Medusa has a password',
      `update "user" set email = 'grace@shop.test', role = 'admin', password_hash = null`,
    ],
    ['Medusa has the same user', `update "user" set email = 'admin@example.com', role = 'admin', password_hash = 'x'`],
  ])('the administrator of the first start stays if %s', async (_, sql) => {
    await using medusa = await cloneWith(sql)
    await using shop = await cloneDatabase()
    await executeSql(shop.url, own('admin@example.com', 'usr_first'))
    await runImport(medusa, shop.url)
    const found = `select from "user" where id = 'usr_first' and deleted_at is null and password_hash is not null`
    expect(await executeSql(shop.url, found)).toHaveLength(1)
    expect(await executeSql(shop.url, 'select from session')).toHaveLength(1)
  })

  test('rows that violate a constraint stop the import and are reported', async () => {
    await using medusa = await cloneWith(`update "order" set status = 'lost'`)
    await using shop = await cloneDatabase()
    await expect(runImport(medusa, shop.url)).rejects.toThrow(
      /^Medusa has rows that do not meet the constraints of the shop. Correct them in Medusa first:\n {2}order \(order_status_check\): order_/,
    )
    expect(await executeSql(shop.url, 'select id from product')).toEqual([])
    expect(await executeSql(shop.url, `select from pg_namespace where nspname = 'moving'`)).toEqual([])
  })
})

describe('the command import medusa', () => {
  const run = async (url: string, database: string, ...more: string[]) => {
    using data = scratchDirectory()
    return await runSharedCommand(['import', 'medusa', url, ...more], { DATABASE_URL: database, DATA_DIR: data.path })
  }

  test('the command rehearses and performs an import and reports the rows', async () => {
    await using medusa = await cloneMedusa()
    await using shop = await cloneDatabase()
    const rehearsed = await run(medusa.url, shop.url, '--dry-run')
    expect([rehearsed.code, rehearsed.stdout]).toEqual([
      0,
      expect.stringMatching(/ rows of \d+ tables would be imported/),
    ])
    expect(await executeSql(shop.url, 'select id from product')).toEqual([])
    expect(await executeSql(shop.url, 'select is_called from order_display_id_seq')).toEqual([{ is_called: false }])
    const importRun = await run(medusa.url, shop.url)
    expect([importRun.code, importRun.stdout]).toEqual([0, expect.stringMatching(/^order +9$/m)])
    expect(await executeSql(shop.url, 'select count(*)::int as orders from "order"')).toEqual([{ orders: 9 }])
  })

  test('the command imports into a schema next to another shop', async () => {
    await using medusa = await cloneMedusa()
    await using shop = await cloneDatabase()
    await executeSql(shop.url, 'create schema east')
    const importRun = await run(medusa.url, `${shop.url}?options=${encodeURIComponent('-c search_path=east')}`)
    expect([importRun.code, importRun.stdout]).toEqual([0, expect.stringMatching(/^order +9$/m)])
    const counts =
      'select (select count(*) from east."order")::int as east, (select count(*) from "order")::int as west'
    expect(await executeSql(shop.url, counts)).toEqual([{ east: 9, west: 0 }])
  })

  test('the command rejects a database that is not of Medusa 1.20', async () => {
    await using shop = await cloneDatabase()
    const lines = async (url: string) => (await run(url, shop.url)).stderr.split('\n')
    expect((await lines(shop.url)).at(-2)).toMatch(
      /^Cartwright: The database is not of Medusa 1\.20\..*missing: product_/,
    )
    const nowhere = Object.assign(new URL(shop.url), { pathname: '/nowhere' }).href
    expect((await lines(nowhere)).at(-2)).toMatch(/^Cartwright: Cannot connect to the Medusa database: .*nowhere/)
  })
})
