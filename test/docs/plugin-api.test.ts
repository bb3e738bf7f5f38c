import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/reference/plugin-api.md', 'utf8')
const code = Array.from(page.matchAll(/`([^`\n]+)`/g), ([, text]) => text).join('\n')

/** The exported names of the public interface. `export type *` exports every type of its file. */
function exportedNames(): string[] {
  const source = readFileSync('server/index.ts', 'utf8')
  const lists = Array.from(source.matchAll(/^export (?:type )?\{([^}]+)\}/gm), ([, list = '']) => list)
  const files = Array.from(source.matchAll(/^export type \* from '#([^']+)'/gm), ([, file = '']) => file)
  const types = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/^export (?:type|interface) (\w+)/gm), ([, name = '']) => name),
  )
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim().replace(/^type /, ''))
  return [...names.filter((name) => name !== ''), ...types]
}

test('the page of the plugin API names every export of the public interface', () => {
  const names = exportedNames()
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
})
