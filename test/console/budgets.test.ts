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

test('the first load has at most 188 KB, compressed with gzip', () => {
  const sizes = firstLoad.map((file) => gzipSync(textOf(file), { level: 9 }).length)
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(188 * 1024)
})

const routes: Record<string, string[]> = JSON.parse(textOf('route-files.json'))

/** The browser loads the files of a screen together with the first ones. The font and the answers of the shop are not counted here. */
test.each([
  ['/', 200],
  ['/orders', 210],
  ['/products', 210],
  ['/customers', 206],
  ['/promotions', 208],
  ['/draft-orders', 205],
  ['/price-lists', 206],
  ['/activity', 207],
  ['/settings', 193],
  ['/settings/regions', 207],
  ['/settings/store', 235],
  ['/inventory', 208],
  ['/account', 247],
  ['/customers/$id', 230],
  ['/customers/groups/$id', 227],
  ['/promotions/$id', 235],
  ['/promotions/new', 244],
  ['/orders/$id', 230],
  ['/draft-orders/$id', 230],
  ['/products/$id', 244],
  ['/products/$id/variants/$variantId', 225],
  ['/settings/regions/$id', 273],
  ['/price-lists/$id', 286],
  ['/products/new', 292],
])('%s has at most %d KB, compressed with Brotli', (route, kilobytes) => {
  const files = new Set([...firstLoad, ...routes[route]!])
  const sizes = [...files].map((file) => statSync(join(dist, `${file}.br`)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(kilobytes * 1000)
})

test.each([
  '/customers/$id',
  '/promotions/$id',
  '/promotions/new',
  '/settings/store',
  '/orders/$id',
  '/draft-orders/$id',
  '/products/$id',
])('%s loads popups and dialogs later', (route) => {
  const texts = [...firstLoad, ...routes[route]!].filter((file) => file.endsWith('.js')).map(textOf)
  for (const part of ['data-floating-ui', 'PopoverDropdown', 'ModalBase', 'LexicalComposer']) {
    expect
      .soft(
        texts.filter((text) => text.includes(part)),
        part,
      )
      .toEqual([])
  }
})

test('the font of the first page has at most 25 KB', () => {
  const fonts = readdirSync(join(dist, 'assets')).filter((file) => /^inter-latin-(?!a-|ext-)/.test(file))
  expect(fonts).toHaveLength(1)
  expect(statSync(join(dist, 'assets', fonts[0]!)).size).toBeLessThanOrEqual(25_000)
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
