import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isPackaged, packagedPage } from '../../packaging/pages.ts'
import { pages } from './pages.ts'

const packagedPages = pages().filter(isPackaged)
const textOf = (page: string) => readFileSync(page, 'utf8')

const filesLinkedBy = (page: string, text: string): string[] =>
  Array.from(text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s#]+)/g), ([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(page), target))

test.each(packagedPages)('each link of %s leads to a file of the package', (page) => {
  const files = filesLinkedBy(page, packagedPage(page, textOf(page)))
  expect(files.filter((file) => !isPackaged(file))).toEqual([])
})

/** These pages are for developers of the core. */
const OF_CORE = ['docs/extend/add-a-column.md', 'docs/extend/add-a-filter.md', 'docs/extend/add-a-resource.md']

test.each(
  packagedPages.filter((page) => /^docs\/(?:start|use|extend|reference)\//.test(page) && !OF_CORE.includes(page)),
)('%s loses no link in the package', (page) => {
  expect(filesLinkedBy(page, textOf(page)).filter((file) => !isPackaged(file))).toEqual([])
})

test('a link to a file outside of the package becomes its text', () => {
  const text = 'See [the port](../../entities/a.ts), [fields](fields.md#types) and [MikroORM](https://mikro-orm.io).'
  expect(packagedPage('docs/extend/plugins.md', text)).toBe(
    'See the port, [fields](fields.md#types) and [MikroORM](https://mikro-orm.io).',
  )
})
