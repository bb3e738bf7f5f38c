import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { codeBlocksOf, fileChangeOf } from './code-blocks.ts'
import { pages } from './pages.ts'
import { copyProject, type ScratchProject } from './scratch-project.ts'

/* Applies the tutorials to a copy of the project, checks the types of all code in the documentation, and runs it. */

const TUTORIALS = [
  'docs/extend/add-a-column.md',
  'docs/extend/add-a-filter.md',
  'docs/extend/add-a-resource.md',
  'docs/extend/batch-jobs.md',
  'docs/extend/console-pages.md',
  'docs/extend/effects.md',
  'docs/extend/http-routes.md',
  'docs/extend/entities-and-migrations.md',
  'docs/extend/fields.md',
  'docs/extend/jobs.md',
  'docs/extend/mails.md',
  'docs/extend/numbers.md',
  'docs/extend/operations.md',
  'docs/extend/prices.md',
  'docs/extend/procedures.md',
  'docs/extend/providers.md',
  'docs/extend/react-to-events.md',
  'docs/extend/restyle-the-storefront.md',
  'docs/extend/rules.md',
  'docs/extend/search-providers.md',
  'docs/extend/settings.md',
  'docs/extend/tax-providers.md',
  'docs/extend/tenders.md',
  'docs/extend/test-a-plugin.md',
  'docs/extend/webhooks.md',
]
/** The code of these pages runs against the demo shop. */
const RUNNABLE = ['README.md', 'docs/use/trpc.md', 'docs/use/medusa-clients.md', 'docs/use/keys-and-tokens.md']

const changes = TUTORIALS.flatMap(codeBlocksOf).flatMap((block) => fileChangeOf(block) ?? [])
const changedFiles = [...new Set(changes.map(({ file }) => file))]
const examples = pages()
  .flatMap(codeBlocksOf)
  .filter(({ language }) => language === 'ts' || language === 'js')
  .filter((block) => !TUTORIALS.includes(block.page) || !fileChangeOf(block))
  .map(({ page, line, language, code }) => ({
    page,
    file: `examples/${page.replaceAll('/', '-')}-${line}.${language}`,
    code: `${code}\nexport {}\n`,
  }))

/** Tests of the examples, by the file that they become in the scratch project. */
const EXAMPLE_TESTS = {
  'test/plugins/providers-example.test.ts': 'test/docs/run-providers.ts',
  'test/plugins/extensions-example.isolated.test.ts': 'test/docs/run-extensions.ts',
}

let project: ScratchProject
beforeAll(() => {
  project = copyProject()
})
afterAll(() => project[Symbol.dispose]())

test('the changes of the tutorials apply', () => {
  for (const change of changes) project.change(change)
  expect(changedFiles.length).toBeGreaterThan(10)
})

// Each checker computes the types of the router again, so one checker is faster than four.
test('the code of the documentation has correct types', async () => {
  for (const { file, code } of examples) project.write(file, code)
  const include = [...changedFiles, ...examples.map(({ file }) => file)]
  project.write('tsconfig.docs.json', JSON.stringify({ extends: './tsconfig.json', include }))
  const { code, stdout, stderr } = await project.run(['tsc', '--project', 'tsconfig.docs.json', '--checkers', '1'])
  expect(code, stdout + stderr).toBe(0)
})

test.each([
  [
    'bank',
    { state: 'paid', reference: 'cart_1', payment_id: 'pay_1' },
    `({ 'bank-signature': (await import('node:crypto')).createHmac('sha256', 'secret').update(body).digest('hex') })`,
    [{ type: 'captured', cart_id: 'cart_1', data: { id: 'pay_1' } }],
  ],
  [
    'pickups',
    { state: 'shipped', shipment: 'ful_1', tracking: 'T-1' },
    `({ authorization: 'Bearer secret' })`,
    [{ type: 'shipped', fulfillment_id: 'ful_1', tracking_numbers: ['T-1'] }],
  ],
])('the example of a webhook of %s refuses strangers', async (plugin, body, headers, notices) => {
  project.write('run-webhook.ts', callWebhook(plugin, body, headers))
  const secrets = { BANK_SECRET: 'secret', PICKUP_SECRET: 'secret' }
  const { stdout, stderr } = await project.run(['node', 'run-webhook.ts'], secrets)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([notices, 'Unauthorized', 'Unauthorized'])
})

const callWebhook = (plugin: string, content: object, headers: string): string => `
  import { receiveWebhook } from './plugins/${plugin}/receive-webhook.ts'
  const body = Buffer.from('${JSON.stringify(content)}')
  const call = (headers) => receiveWebhook({ headers: new Headers(headers), body }).catch((error) => error.name)
  const accepted = await call(${headers})
  const refused = await call({ 'bank-signature': '00', authorization: 'Bearer undefined' })
  delete process.env.BANK_SECRET
  delete process.env.PICKUP_SECRET
  const unset = await call({ 'bank-signature': '00', authorization: 'Bearer undefined' })
  console.log(JSON.stringify([accepted, refused, unset]))`

const lengthOf = ({ code }: { code: string }) =>
  code.split('\n').filter((line) => line.trim() && !/^\/\/ \S+\.ts$/.test(line)).length

test('an example of a provider has at most fifteen lines', () => {
  const lengths = codeBlocksOf('docs/extend/providers.md').map(lengthOf)
  expect(lengths.length).toBeGreaterThan(5)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(15)
})

test('each part of a plugin has a page that begins with an example of at most fifteen lines', () => {
  const declared = readFileSync('server/plugin/plugin.ts', 'utf8').split('export interface Plugin<')[1]?.split('\n}')[0]
  const parts = Array.from(`${declared}`.matchAll(/^ {2}(\w+)\??: /gm), ([, part = '']) => part)
  const rows = readFileSync('docs/extend/plugins.md', 'utf8').split('\n')
  for (const part of parts.filter((name) => name !== 'name' && name !== 'cartwright')) {
    const row = rows.find((line) => line.startsWith('| `') && line.split('|')[1]?.includes(`\`${part}\``))
    const page = /\]\(([\w-]+\.md)/.exec(row ?? '')?.[1]
    expect(page, part).toBeDefined()
    const [example] = codeBlocksOf(`docs/extend/${page}`)
    expect(example && lengthOf(example), part).toBeLessThanOrEqual(15)
  }
  expect(parts.length).toBeGreaterThan(10)
})

test('the tests of the tutorials pass', { timeout: 600_000 }, async () => {
  for (const [file, source] of Object.entries(EXAMPLE_TESTS)) project.write(file, readFileSync(source, 'utf8'))
  const tests = [...changedFiles.filter((file) => file.endsWith('.test.ts')), ...Object.keys(EXAMPLE_TESTS)]
  const { code, stdout, stderr } = await project.run(
    ['vitest', 'run', ...tests, 'test/architecture.test.ts', 'test/code/response-bodies.test.ts'],
    {
      TEST_DATABASE_URL: inject('postgres').url,
    },
  )
  expect(code, stdout + stderr).toBe(0)
  for (const file of tests) expect(stdout).toContain(file)
})

test('the examples of the documentation run against the demo shop', async () => {
  await using shop = await openTestShop({ demo: true })
  const runnable = examples.filter(({ page }) => RUNNABLE.includes(page))
  for (const { file, code } of runnable) project.write(file, withAddressOf(shop, code))
  const imports = runnable.map(({ file }) => `await import('./${file}')`)
  project.write('run-examples.ts', [...imports, 'process.exit()'].join('\n'))
  const result = await project.run(['node', 'run-examples.ts'], {
    ADMIN_PASSWORD: 'correct horse',
    SHOP_TOKEN: shop.token,
  })
  expect(result).toMatchObject({ code: 0, stderr: '' })
  expect(result.stdout).toContain('404 not_found Cart with cart_unknown was not found')
})

const withAddressOf = ({ url }: TestShop, code: string) => code.replaceAll('http://127.0.0.1:9000', url)
