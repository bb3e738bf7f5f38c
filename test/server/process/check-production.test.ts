import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addUser } from '#server/database/administrator.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { route } from '#server/plugin/route/route.ts'
import { checkProduction } from '#server/process/check-production.ts'
import { defineShop } from '#server/process/define-shop.ts'
import type { Environment } from '#server/settings/config.ts'
import { dummyCard } from '#test/support/dummy-card.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'
import { openTestShop } from '#test/support/shop.ts'

const shop = defineShop({ plugins: [] })
const equipped = defineShop({
  plugins: [
    definePlugin({
      name: 'checked',
      provides: () => ({
        payment: [dummyCard()],
        notification: [{ id: 'mail', events: [], send: async () => {} }],
      }),
    }),
  ],
})

const safe = {
  NODE_ENV: 'production',
  SESSION_SECRET: '0123456789abcdef0123456789abcdef',
  TRUST_PROXY: '1',
  STORE_CORS: 'https://shop.example',
  ADMIN_CORS: 'https://admin.shop.example',
}

const NO_DATABASE = 'DATABASE_URL is not set. Set it to a PostgreSQL server that has backups.'

const settingsProblems = async (changes: Environment) =>
  (await checkProduction(equipped, { ...safe, ...changes })).problems.filter((problem) => problem !== NO_DATABASE)

test('a shop without settings and plugins fails each check', async () => {
  const { problems } = await checkProduction(shop, { DATA_DIR: '.data' })
  expect(problems.map((problem) => problem.split('. ')[0])).toEqual([
    'NODE_ENV is not production',
    'SESSION_SECRET is not set',
    'DATABASE_URL is not set',
    'TRUST_PROXY is not set, so cookies are not Secure',
    'STORE_CORS is not set, so storefronts in browsers cannot call the shop',
    'The shop sends no e-mails',
    'The shop takes no payments',
  ])
})

test.each([
  [{}, undefined],
  [{ SESSION_SECRET: 'x'.repeat(32) }, /^SESSION_SECRET is not random/],
  [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET must have 32 characters or more/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY=true lets every client choose its address/],
  [{ TRUST_PROXY: 'loopback' }, undefined],
  [{ ADMIN_CORS: '' }, undefined],
  [{ STORE_CORS: 'http://localhost:8000' }, /^STORE_CORS contains http:\/\/localhost:8000, which has no TLS/],
  [{ ADMIN_CORS: '/.*/' }, /^ADMIN_CORS accepts every origin by \/\.\*\//],
  [{ STORE_CORS: '/\\.shop\\.example$/' }, undefined],
  [{ SEED: 'demo' }, /^SEED=demo adds demo products/],
  [{ STRIPE_API_KEY: 'sk_test_1' }, /^STRIPE_API_KEY is a test key/],
])('the settings %j are checked', async (changes, problem) => {
  const problems = await settingsProblems(changes)
  expect(problems).toEqual(problem ? [expect.stringMatching(problem)] : [])
})

test('the doctor lists the routes of plugins, except those for developers', async () => {
  const routes = {
    page: route.get('/page', () => new Response()),
    preview: route.get('/dev/page', () => new Response()),
  }
  const { reminders } = await checkProduction(defineShop({ plugins: [definePlugin({ name: 'pages', routes })] }), safe)
  expect(reminders).toEqual(['The plugin pages answers GET /page.'])
})

test('the directory of files must be writable, or must be possible to create', async () => {
  using data = scratchDirectory()
  const file = join(data.path, 'file')
  writeFileSync(file, '')
  expect(await settingsProblems({ FILES_DIR: file })).toEqual([
    `The directory of files ${file} is not writable. Give it to the user of the server, or set FILES_DIR.`,
  ])
  expect(await settingsProblems({ FILES_DIR: join(file, 'files') })).toHaveLength(1)
  expect(await settingsProblems({ FILES_DIR: join(data.path, 'new', 'files') })).toEqual([])
  expect(await settingsProblems({ FILES_DIR: file, S3_BUCKET: 'files' })).toEqual([])
})

test('the doctor checks roles, administrators, regions and workers in the database', async () => {
  await using opened = await openTestShop()
  await opened.given.region({ name: 'Europe' })
  await addUser(opened.orm, { email: 'ada@example.com', password: 'supersecret', role: 'admin' })
  const env = { ...safe, DATABASE_URL: opened.databaseUrl, JOBS: 'none' }
  const { problems, reminders } = await checkProduction(equipped, env)
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^The role \w+ is a superuser\./),
      expect.stringMatching(/^PostgreSQL 18\.4 has a known vulnerability .* Install 18\.6 or newer\./),
      'JOBS=none, and no worker is connected. Start one: npm run worker',
      'The administrator ada@example.com has a common password. Choose another one.',
      'The region Europe has no payment provider other than manual. Add one to the region.',
    ]),
  )
  expect(reminders.filter((line) => !line.startsWith('Can '))).toEqual([
    'Not set up yet: the name and the address of the seller.',
    'Not set up yet: a way to ship goods to customers (Europe).',
    'Not set up yet: a published product with a price and stock.',
    'Not set up yet: a test order.',
    expect.stringMatching(/^Reminder: .*docs\/operate\/backups\.md/),
  ])
})

test('the command exits with 1 if there is a problem', async () => {
  const { code, stdout } = await runSharedCommand(['doctor', '--production'], { ...safe })
  expect([code, stdout.split('\n')[0]]).toEqual([1, NO_DATABASE])
})
