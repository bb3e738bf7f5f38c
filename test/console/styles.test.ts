import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* The console has only the styles of the components of Mantine that it uses: `console/app/styles.ts`. */

const dist = join(import.meta.dirname, '../../console/dist')
const everyStyle = createRequire(import.meta.url).resolve('@mantine/core/styles.css')

/** The classes of Mantine in a text, such as `m_77c9d27d` for a button. */
const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-z]{6,9}\b/g))

const textOf = (pattern: string) =>
  globSync(pattern, { cwd: dist })
    .map((file) => readFileSync(join(dist, file), 'utf8'))
    .join('\n')

test('the first styles contain the styles of all components that the console uses', () => {
  const known = classesIn(readFileSync(everyStyle, 'utf8'))
  const used = [...classesIn(textOf('assets/*.js'))].filter((name) => known.has(name))
  const styled = classesIn(textOf('assets/index-*.css'))
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter((name) => !styled.has(name))).toEqual([])
})
