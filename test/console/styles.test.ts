import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* A page loads only the styles of the components of Mantine in it: `console/mantine-styles.ts`. */

const dist = join(import.meta.dirname, '../../console/dist')
const everyStyle = createRequire(import.meta.url).resolve('@mantine/core/styles.css')

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

const textOf = (file: string) => readFileSync(join(dist, file), 'utf8')
const chunks: Record<string, Chunk> = JSON.parse(textOf('.vite/manifest.json'))

/** The classes of Mantine in a text, such as `m_77c9d27d` for a button. */
const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-z]{6,9}\b/g))

/** The styles that the browser loads with a chunk. */
function stylesOf(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  const { css = [], imports = [] } = chunks[name]!
  return [...css, ...imports.flatMap((imported) => stylesOf(imported, seen))]
}

const entry = Object.keys(chunks).find((name) => chunks[name]!.isEntry)!
const known = classesIn(readFileSync(everyStyle, 'utf8'))
const scripts = Object.keys(chunks).filter((name) => chunks[name]!.file.endsWith('.js'))

test('each file has the styles of its components, or the first load has them', () => {
  const missing = scripts.flatMap((name) => {
    const styled = classesIn([...stylesOf(entry), ...stylesOf(name)].map(textOf).join('\n'))
    const used = [...classesIn(textOf(chunks[name]!.file))].filter((one) => known.has(one))
    return used.filter((one) => !styled.has(one)).map((one) => `${name}: ${one}`)
  })
  expect(scripts.length).toBeGreaterThan(50)
  expect(missing).toEqual([])
})

test('the files use components whose styles are not in the first load', () => {
  const first = classesIn(stylesOf(entry).map(textOf).join('\n'))
  const used = scripts.flatMap((name) => [...classesIn(textOf(chunks[name]!.file))]).filter((one) => known.has(one))
  expect(new Set(used.filter((one) => !first.has(one))).size).toBeGreaterThan(50)
})
