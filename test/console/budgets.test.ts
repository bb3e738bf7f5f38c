import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

/* The sizes of the built console. `bench/` measures its times. */

const dist = join(import.meta.dirname, '../../console/dist')

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** The files that the browser loads for a chunk: the chunk, its static imports and their styles. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = chunks[name]!
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

const [entry = ''] = Object.keys(chunks).filter((name) => chunks[name]!.isEntry)
const firstLoad = [...filesOf(entry)]
const textOf = (file: string) => readFileSync(join(dist, file), 'utf8')

test('the first load has at most 178 KB, compressed with gzip', () => {
  const sizes = firstLoad.map((file) => gzipSync(textOf(file), { level: 9 }).length)
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(178 * 1024)
})

const routes: Record<string, string[]> = JSON.parse(textOf('route-files.json'))

/** The browser loads the files of a screen together with the first ones. The font and the answers of the shop are not counted here. */
test.each([
  ['/', 191],
  ['/orders', 200],
  ['/products', 199],
  ['/customers', 195],
  ['/promotions', 196],
  ['/draft-orders', 195],
  ['/price-lists', 194],
  ['/activity', 197],
  ['/settings', 176],
  ['/settings/regions', 195],
  ['/settings/store', 208],
  ['/inventory', 196],
  ['/account', 213],
  ['/customers/$id', 203],
  ['/customers/groups/$id', 206],
  ['/promotions/$id', 222],
  ['/promotions/new', 223],
  ['/orders/$id', 202],
  ['/draft-orders/$id', 210],
  ['/products/$id', 223],
  ['/products/$id/variants/$variantId', 207],
  ['/settings/regions/$id', 214],
  ['/price-lists/$id', 234],
  ['/products/new', 240],
])('%s has at most %d KB, compressed with Brotli', (route, kilobytes) => {
  const files = new Set([...firstLoad, ...routes[route]!])
  const sizes = [...files].map((file) => statSync(join(dist, `${file}.br`)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(kilobytes * 1000)
})

/** Their fields with proposals and menus do not wait for the first input. */
const WITH_POPUPS = [
  '/settings/webhooks/$id',
  '/operator/shops/$id',
  '/draft-orders/new',
  '/products/categories',
  '/products/transfer',
]

test.each(Object.keys(routes))('%s loads dialogs and popups later', (route) => {
  const texts = [...firstLoad, ...routes[route]!].filter((file) => file.endsWith('.js')).map(textOf)
  const popups = WITH_POPUPS.includes(route) ? [] : ['data-floating-ui', 'PopoverDropdown']
  for (const part of ['ModalBase', 'LexicalComposer', ...popups])
    expect
      .soft(
        texts.filter((text) => text.includes(part)),
        part,
      )
      .toEqual([])
})

test('the font of the first page has at most 18 KB', () => {
  const fonts = readdirSync(join(dist, 'assets')).filter((file) => /^inter-latin-(?!a-|accents-|ext-)/.test(file))
  expect(fonts).toHaveLength(1)
  expect(statSync(join(dist, 'assets', fonts[0]!)).size).toBeLessThanOrEqual(18_000)
})

test.each([
  ['the schemas of zod', 'ZodError'],
  ['the palette', 'mantine-Spotlight'],
  ['a screen', 'customers.list.infiniteQueryOptions'],
])('the first load does not contain %s', (_name, text) => {
  expect(firstLoad.filter((file) => textOf(file).includes(text))).toEqual([])
})

test('each screen is a separate chunk', () => {
  const screens = Object.keys(chunks).filter((name) => /screens\/.+\.tsx$/.test(name))
  expect(screens.length).toBeGreaterThan(10)
  for (const screen of screens) expect.soft(firstLoad, screen).not.toContain(chunks[screen]!.file)
})
