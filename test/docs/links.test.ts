import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'

const allPages = pages()

interface Link {
  file: string
  anchor: string | undefined
}

/** The relative links of a page, as paths from the root of the repository. */
function linksOf(page: string): Link[] {
  const prose = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path, anchor] = target.split('#')
      return { file: path ? join(dirname(page), path) : page, anchor }
    })
}

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (page: string): string[] =>
  Array.from(readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(allPages)('every relative link of %s leads to a file', (page) => {
  expect(linksOf(page).filter(({ file }) => !existsSync(file))).toEqual([])
})

test.each(allPages)('every anchor in the links of %s is a heading', (page) => {
  const broken = linksOf(page).filter(
    ({ file, anchor }) => anchor && file.endsWith('.md') && existsSync(file) && !anchorsOf(file).includes(anchor),
  )
  expect(broken).toEqual([])
})

test('the guide links every page of its folders', () => {
  const linked = linksOf('docs/README.md').map(({ file }) => file)
  const guide = allPages.filter((page) => /^docs\/[a-z]+\//.test(page) && !page.startsWith('docs/decisions/'))
  expect(guide.filter((page) => !linked.includes(page))).toEqual([])
})

test.each(allPages.filter((page) => page !== 'CHANGELOG.md'))('every source file that %s names exists', (page) => {
  const prose = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  const paths = Array.from(prose.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\.ts|\.js|\/))`/g), ([, path]) => path as string)
  expect(paths.filter((path) => !isSourcePath(path))).toEqual([])
})

test.each(
  allPages.filter((page) => !['CHANGELOG.md', 'CONTRIBUTING.md'].includes(page)),
)('every identifier that %s names occurs in the source', (page) => {
  const prose = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  const names = Array.from(prose.matchAll(/`([a-z]+[A-Z]\w+)`/g), ([, name]) => name as string)
  expect(names.filter((name) => !sourceText().includes(name))).toEqual([])
})

let text: string | undefined
function sourceText(): string {
  text ??= [...sources.filter((source) => source.endsWith('.ts')), 'package.json']
    .map((source) => readFileSync(source, 'utf8'))
    .join('\n')
  return text
}

const sources = globSync('{bench,client,console,database,entities,examples,packaging,plugins,routers,server,test}/**', {
  cwd: process.cwd(),
  exclude: ['console/dist/**'],
})

/** Folders that a start or a build creates. */
const GENERATED_FOLDERS = ['.data/', 'dist/']

/** Whether a file or a folder has this path, or ends in it. */
function isSourcePath(path: string): boolean {
  const end = `/${path.replace(/\/$/, '')}`
  return GENERATED_FOLDERS.includes(path) || sources.some((source) => `/${source}`.endsWith(end)) || existsSync(path)
}
