import { expect, test } from 'vitest'
import { findProblems } from '#server/shop/find-problems.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'
import { reviews } from '../../../plugins/reviews/index.ts'

const FOLDER = new URL('../../../plugins/reviews/console/', import.meta.url)

const { provides: _, ...plugin } = reviews
const loaded = { ...plugin, on: {}, provides: {} }

test('a page of a plugin is served below the console', async () => {
  await using shop = await openTestShop({ plugins: [reviews] })
  const page = await fetch(`${shop.url}/app/plugins/reviews/`)
  expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, null])
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(await page.text()).toContain('<h1>Reviews</h1>')
  const script = await fetch(`${shop.url}/app/plugins/reviews/reviews.js`)
  expect(script.headers.get('content-type')).toContain('javascript')
  for (const [file, type] of [
    ['plugin.css', 'css'],
    ['plugin.js', 'javascript'],
    ['plugin-money.js', 'javascript'],
  ] as const)
    expect((await fetch(`${shop.url}/app/${file}`)).headers.get('content-type')).toContain(type)
  const redirected = await fetch(`${shop.url}/app/plugins/reviews`)
  expect(redirected.url).toBe(`${shop.url}/app/plugins/reviews/`)
  for (const path of ['reviews/none.js', 'none/', 'reviews/..%2findex.ts'])
    expect((await fetch(`${shop.url}/app/plugins/${path}`)).status, path).toBe(404)
})

test('the administration describes the fields and the page of a plugin', async () => {
  await using shop = await openTestShop({ plugins: [reviews] })
  const { plugins } = await expectSuccess(shop.admin.get('/admin/plugins'))
  expect(plugins).toMatchObject([
    {
      name: 'reviews',
      page: { title: 'Reviews', path: 'plugins/reviews/' },
      panels: [{ place: 'product', title: 'Reviews', path: 'plugins/reviews/product.html' }],
      actions: [],
      fields: [
        {
          table: 'product',
          name: 'rating',
          label: { en: 'Rating' },
          type: 'number',
          max_length: null,
          nullable: true,
          writable_by: [],
          filterable: true,
        },
        { name: 'review_count', label: { en: 'Review count' }, nullable: false },
      ],
    },
  ])
  expect((await shop.get('/admin/plugins')).status).toBe(401)
})

test.each([
  [{ title: 'Reviews', folder: 'console' }, 'is relative'],
  [{ title: 'Reviews', folder: new URL('./none/', import.meta.url) }, 'has no index.html'],
  [{ title: ' ', folder: FOLDER }, 'has no title'],
  [{ title: 'Reviews', folder: FOLDER, panels: { order: 'order.html' } }, 'does not exist'],
  [{ title: 'Reviews', folder: FOLDER, panels: { order: '../index.ts' } }, 'is no HTML file of the folder'],
  [{ title: 'Reviews', panels: { order: 'product.html' } }, 'has no folder'],
  [{ title: 'Reviews', actions: { order: [{ label: 'Hide', procedure: 'hide' }] } }, 'names no mutation'],
  [{ title: 'Reviews', actions: { order: [{ label: 'List', procedure: 'list' }] } }, 'names no mutation'],
  [
    { title: 'Reviews', actions: { order: [{ label: 'Decide', procedure: 'decide' }] } },
    'the mutation requires status',
  ],
  [{ title: 'Reviews', links: { product: [{ label: 'Open', path: '/none/:handle' } as const] } }, 'leads to no'],
  [{ title: 'Reviews', links: { order: [{ label: 'Open', path: '/none/:handle' } as const] } }, 'has the part :handle'],
  [{ title: 'Reviews', links: { product: [{ label: 'Open', path: '/none/*path' } as const] } }, 'has the part *path'],
])('a shop with the page %j does not start', (console, problem) => {
  expect(findProblems([{ ...loaded, console }])).toEqual([expect.stringContaining(problem)])
})

test('two plugins cannot use one title', () => {
  const other = { name: 'ratings', console: loaded.console, on: {}, provides: {} }
  expect(findProblems([loaded, other])).toEqual([
    'Plugin reviews and Plugin ratings both have the console page Reviews. Remove one of them.',
  ])
})
