import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { type ImportReport, importMedusa } from '#server/medusa/import-medusa.ts'
import { openMedusaDatabase } from '#server/medusa/medusa-database.ts'
import { expectSuccess, type Json } from '#test/support/factories.ts'
import { cloneAsMedusa } from '#test/support/medusa-database.ts'
import { medusaPasswordHash } from '#test/support/medusa-password-hash.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import { type ClonedDatabase, cloneDatabase, executeSql } from '#test/support/postgres.ts'
import { runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* A shop that Medusa keeps, and what becomes of it here. */

let old: TestShop
beforeAll(async () => {
  old = await openTestShop()
  await populateShop(old)
})
afterAll(() => old[Symbol.asyncDispose]())

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function takenOver(from: { url: string }, to: string, isRehearsal = false): Promise<ImportReport> {
  await using medusa = await openMedusaDatabase(from.url)
  return await withClient(to, (client) => importMedusa(client, medusa, { installed: ['manual'], isRehearsal }))
}

const soundness = (url: string) =>
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

describe('a shop that was taken over', () => {
  let medusa: ClonedDatabase
  let shop: TestShop
  let told: ImportReport
  beforeAll(async () => {
    medusa = await cloneAsMedusa(old.databaseUrl)
    shop = await openTestShop()
    told = await takenOver(medusa, shop.databaseUrl)
  })
  afterAll(async () => {
    await shop[Symbol.asyncDispose]()
    await medusa[Symbol.asyncDispose]()
  })

  test.each(KINDS)('answers as before: %s', async (kind) => {
    const rows = async (by: TestShop): Promise<Json[]> =>
      (await expectSuccess(by.admin.get(`/admin/${kind}?limit=100`)))[kind.replaceAll('-', '_')]
    const before = await rows(old)
    expect(before.length).toBeGreaterThan(0)
    expect(await rows(shop)).toEqual(before)
    for (const { id } of before) {
      const read = (by: TestShop) => expectSuccess(by.admin.get(`/admin/${kind}/${id}`))
      expect(await read(shop)).toEqual(await read(old))
    }
  })

  test('finds its products by words as before', async () => {
    const [product] = (await expectSuccess(old.get('/store/products?limit=1'))).products
    const search = (by: TestShop) => expectSuccess(by.post('/store/products/search', { q: product.title }))
    const before = await search(old)
    expect(before.hits.map(({ id }: Json) => id)).toContain(product.id)
    expect(await search(shop)).toEqual(before)
  })

  test('has the returns of before', async () => {
    const returns = (by: TestShop) => expectSuccess(by.admin.get('/admin/returns?limit=100'))
    expect(await returns(shop)).toEqual(await returns(old))
  })

  test('has its own users stand for those of the same e-mail', async () => {
    const [key] = (await expectSuccess(shop.admin.get('/admin/publishable-api-keys'))).publishable_api_keys
    const { users } = await expectSuccess(shop.admin.get('/admin/users'))
    expect(users.map(({ id, email }: Json) => [id, email])).toEqual([[key.created_by, 'admin@example.com']])
  })

  test('says what was counted, and is sound', async () => {
    expect(told.rows.get('order')).toBe(9)
    expect(told.missing).toEqual([])
    expect(await soundness(shop.databaseUrl)).toEqual([])
  })

  test('goes on selling, with the next number', async () => {
    const [region] = (await expectSuccess(shop.get('/store/regions'))).regions
    const { orders } = await expectSuccess(shop.admin.get('/admin/orders?limit=100'))
    const order = await shop.given.order({ region })
    expect(order.display_id).toBe(Math.max(...orders.map(({ display_id }: Json) => display_id)) + 1)
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))
    expect(await soundness(shop.databaseUrl)).toEqual([])
  })

  test('is not taken over once more', async () => {
    await expect(takenOver(medusa, shop.databaseUrl)).rejects.toThrow('The table cart is not empty')
  })
})

test('customers and users keep their passwords, which are hashed better once they log in', async () => {
  await using medusa = await cloneAsMedusa(old.databaseUrl)
  const hash = medusaPasswordHash('mine')
  await executeSql(medusa.url, `update customer set password_hash = '${hash}'`)
  await executeSql(medusa.url, `update "user" set email = 'Grace@example.com', password_hash = '${hash}'`)
  await using shop = await openTestShop()
  await takenOver(medusa, shop.databaseUrl)
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
  const both = await Promise.all([logIn('mine'), logIn('mine')])
  expect(both).toEqual([
    [200, 200],
    [200, 200],
  ])
  for (const kept of await hashes()) expect(kept).toMatch(/^\$argon2id\$/)
  expect(await logIn('mine')).toEqual([200, 200])
  expect(await logIn('yours')).toEqual([401, 401])
})

describe('what Medusa allows and no shop has', () => {
  const broken = async (...statements: string[]) => {
    const medusa = await cloneAsMedusa(old.databaseUrl)
    for (const sql of statements) await executeSql(medusa.url, sql)
    return medusa
  }

  test.each<[string, string, string, unknown]>([
    [
      'stock below nothing',
      'update product_variant set inventory_quantity = -3',
      'select distinct inventory_quantity as found from product_variant',
      0,
    ],
    [
      'a discount that was used too often',
      'update discount set usage_limit = 1, usage_count = 7 where code is not null',
      'select usage_count::int as found from discount',
      1,
    ],
    [
      'more on a gift card than its value',
      'update gift_card set balance = value + 5',
      `select (balance - value)::int as found from gift_card`,
      0,
    ],
    [
      'a price of nobody',
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
      'a sales channel that is gone',
      `update "order" set sales_channel_id = 'sc_gone'`,
      'select distinct sales_channel_id as found from "order"',
      null,
    ],
    [
      'tags that say the same',
      `with other as (insert into product_tag (id, value, created_at, updated_at)
         select 'ptag_2', value, now(), now() from product_tag returning id)
       update product_tags set product_tag_id = 'ptag_2'`,
      `select value as found from product_tag join product_tags on product_tag_id = id and id <> 'ptag_2'`,
      'new',
    ],
    [
      'stock in locations, of which some is reserved',
      `create table product_variant_inventory_item as
         select id as variant_id, 'item' as inventory_item_id, 2 as required_quantity, null::timestamptz as deleted_at
         from product_variant;
       create table inventory_level as
         select 'item' as inventory_item_id, 10 as stocked_quantity, 3 as reserved_quantity, null::timestamptz as deleted_at
         from generate_series(1, 2)`,
      'select distinct inventory_quantity as found from product_variant',
      7,
    ],
  ])('%s is mended', async (_, sql, look, expected) => {
    await using medusa = await broken(sql)
    await using shop = await cloneDatabase()
    await takenOver(medusa, shop.url)
    expect(await executeSql(shop.url, look)).toEqual([{ found: expected }])
  })

  test('customers of one e-mail in large and small letters are one, and so are their orders', async () => {
    await using medusa = await broken(
      `insert into customer (id, created_at, updated_at, email, has_account)
         select 'cus_twin', created_at, updated_at, upper(email), true from customer where email = 'ada@example.com'`,
      `update "order" set customer_id = 'cus_twin' where email = 'ada@example.com'`,
    )
    await using shop = await cloneDatabase()
    expect((await takenOver(medusa, shop.url)).rows.get('order')).toBe(9)
    const orders = `select distinct c.email from "order" o join customer c on c.id = o.customer_id and c.has_account`
    expect(await executeSql(shop.url, orders)).toEqual([{ email: 'ada@example.com' }])
  })

  test('and somebody would miss is not dropped', async () => {
    await using medusa = await broken('update "order" set customer_id = null')
    await using shop = await cloneDatabase()
    await expect(takenOver(medusa, shop.url)).rejects.toThrow(/order: rows without customer_id: order_/)
  })

  test('tables of plugins are left behind and told, whatever their names', async () => {
    await using medusa = await broken(
      `create table wishlist as select 'w1' as id`,
      `create table event as select 'evt_1' as id`,
      `update "user" set role = 'member', email = 'grace@example.com'`,
    )
    await using shop = await cloneDatabase()
    const { leftBehind, hasAdministrator } = await takenOver(medusa, shop.url)
    expect({ leftBehind, hasAdministrator }).toEqual({ leftBehind: ['event', 'wishlist'], hasAdministrator: false })
  })

  test('and cannot be mended is told, and nothing is taken over', async () => {
    await using medusa = await broken(`update "order" set status = 'lost'`)
    await using shop = await cloneDatabase()
    await expect(takenOver(medusa, shop.url)).rejects.toThrow(
      /^Medusa has rows that do not meet the constraints of the shop. Correct them in Medusa first:\n {2}order \(order_status_check\): order_/,
    )
    expect(await executeSql(shop.url, 'select id from product')).toEqual([])
    expect(await executeSql(shop.url, `select from pg_namespace where nspname = 'moving'`)).toEqual([])
  })

  test('providers that this program does not have are named', async () => {
    await using medusa = await broken(
      `insert into payment_provider values ('stripe', true)`,
      `insert into region_payment_providers select id, 'stripe' from region`,
    )
    await using shop = await cloneDatabase()
    const { missing, rows } = await takenOver(medusa, shop.url)
    expect(missing).toEqual(['stripe'])
    expect(rows.get('payment_provider')).toBe(1)
    const [stripe] = await executeSql(shop.url, `select is_installed from payment_provider where id = 'stripe'`)
    expect(stripe).toEqual({ is_installed: false })
  })
})

describe('npm run shop -- import medusa', () => {
  const run = async (url: string, database: string, ...more: string[]) => {
    using data = scratchDirectory()
    const program = [process.execPath, 'server/cli.ts', 'import', 'medusa', url, ...more]
    await using running = runProgram(program, { DATABASE_URL: database, DATA_DIR: data.path })
    return await running.result
  }

  test('rehearses, takes over, and tells what it did', async () => {
    await using medusa = await cloneAsMedusa(old.databaseUrl)
    await using shop = await cloneDatabase()
    const rehearsed = await run(medusa.url, shop.url, '--dry-run')
    expect([rehearsed.code, rehearsed.stdout]).toEqual([
      0,
      expect.stringMatching(/ rows of \d+ tables would be imported/),
    ])
    expect(await executeSql(shop.url, 'select id from product')).toEqual([])
    expect(await executeSql(shop.url, 'select is_called from order_display_id_seq')).toEqual([{ is_called: false }])
    const done = await run(medusa.url, shop.url)
    expect([done.code, done.stdout]).toEqual([0, expect.stringMatching(/^order +9$/m)])
    expect(await executeSql(shop.url, 'select count(*)::int as orders from "order"')).toEqual([{ orders: 9 }])
  })

  test('refuses what is no database of Medusa 1.20', async () => {
    await using shop = await cloneDatabase()
    const lines = async (url: string) => (await run(url, shop.url)).stderr.split('\n')
    expect((await lines(shop.url)).at(-2)).toMatch(
      /^Cartwright: The database is not of Medusa 1\.20\..*missing: product_/,
    )
    const nowhere = Object.assign(new URL(shop.url), { pathname: '/nowhere' }).href
    expect((await lines(nowhere)).at(-2)).toMatch(/^Cartwright: Cannot connect to the Medusa database: .*nowhere/)
  })
})
