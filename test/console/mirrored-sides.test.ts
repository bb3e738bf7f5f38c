import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../console')
const PHYSICAL = /\s(?:(?:ml|mr|pl|pr)=|ta="(?:left|right)")/

test('no component names a physical side, because right-to-left languages mirror the page', () => {
  const files = globSync('{app,components,screens}/**/*.tsx', { cwd: folder })
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => PHYSICAL.test(readFileSync(join(folder, file), 'utf8')))).toEqual([])
})
