import { expect, test } from 'vitest'
import { filesIn, readSource } from './import-graph.ts'

const LISTS = ['entities/refusal-reasons.ts', 'entities/catalogue/import-export/import-reasons.ts']

const namesIn = (source: string, pattern: RegExp) => Array.from(source.matchAll(pattern), ([, name]) => name as string)

/** The names of the properties of the exported interface `…Reasons`. */
function listedNames(file: string): string[] {
  const [, body = ''] = /^export interface \w+Reasons\b.*?\{\n(.*?)^\}/ms.exec(readSource(file)) ?? []
  return namesIn(body, /^ {2}(\w+): /gm)
}

const listed = new Set(LISTS.flatMap(listedNames))
const sources = filesIn('entities', 'routers', 'server')
  .filter((file) => !LISTS.includes(file))
  .map(readSource)

test('each reason is given to a refusal', () => {
  expect(listed.size).toBeGreaterThan(0)
  const given = new Set(sources.flatMap((source) => namesIn(source, /\bname(?:: |', )'(\w+)'/g)))
  expect([...listed].filter((name) => !given.has(name))).toEqual([])
})

test('each reason in a statement is in the list', () => {
  const given = sources.flatMap((source) => namesIn(source, /jsonb_build_object\('name', '(\w+)'/g))
  expect(given.length).toBeGreaterThan(0)
  expect(given.filter((name) => !listed.has(name))).toEqual([])
})
