import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'

const index = readFileSync('docs/decisions/README.md', 'utf8')
const decisions = globSync('docs/decisions/[0-9]*.md')
const numberOf = (decision: string) => Number(basename(decision).slice(0, 4))

const sources = globSync(
  '{bench,client,console,database,entities,examples,packaging,plugins,routers,server,test}/**/*.{ts,tsx,md}',
  {
    exclude: (path) => /node_modules|dist$/.test(path),
  },
)
const readers = [...pages(), ...sources].filter(
  (file) => !file.startsWith('docs/decisions/') && file !== 'CHANGELOG.md' && !file.startsWith('test/docs/'),
)

test('the decisions are few enough to find one', () => {
  expect(decisions.length).toBeLessThanOrEqual(60)
})

test('the index has each decision once, in a chapter', () => {
  const chapters = index.slice(0, index.indexOf('## Numbers of merged decisions'))
  const listed = Array.from(chapters.matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g), ([, name]) => `docs/decisions/${name}`)
  expect(listed.toSorted()).toEqual(decisions.toSorted())
})

test('the index leads each earlier number to one decision', () => {
  const merged = Array.from(index.matchAll(/^\| (\d+) \|.*\]\(\d{4}-/gm), ([, number]) => Number(number))
  const numbers = [...merged, ...decisions.map(numberOf)]
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([])
})

test('a page or the code that a decision explains links it', () => {
  const text = readers.map((file) => readFileSync(file, 'utf8')).join('\n')
  expect(decisions.filter((decision) => !text.includes(`decisions/${basename(decision)}`))).toEqual([])
})

test('every decision that the source names exists', () => {
  const named = sources.flatMap((file) => readFileSync(file, 'utf8').match(/docs\/decisions\/\d{4}-[\w-]+\.md/g) ?? [])
  expect(named.filter((decision) => !decisions.includes(decision))).toEqual([])
})
