import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const changelog = readFileSync('CHANGELOG.md', 'utf8')
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

test('the changelog begins with unreleased changes, and the version of the package has a date', () => {
  const [unreleased, ...versions] = Array.from(changelog.matchAll(/^## (.+)$/gm), ([, title = '']) => title)
  expect(unreleased).toBe('Unreleased')
  expect(versions.filter((title) => !/^\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/.test(title))).toEqual([])
  expect(versions.map((title) => title.split(' ')[0])).toContain(version)
})

test('each change is in one of the groups of the changelog', () => {
  const groups = Array.from(changelog.matchAll(/^### (.+)$/gm), ([, title]) => title)
  expect(groups.filter((title) => !['Added', 'Changed', 'Fixed', 'Removed', 'Security'].includes(title ?? ''))).toEqual(
    [],
  )
  const ungrouped = changelog
    .split(/^## /m)
    .filter((section) => !section.startsWith('Unreleased'))
    .filter((section) => /^- /m.test(section.split('\n### ')[0] ?? ''))
  expect(ungrouped).toEqual([])
})

test('measurements are in the documentation, not in the changelog', () => {
  expect(changelog.match(/\d+ % (?:less|more|of the) CPU|\d+(?:\.\d+)? ×/g)).toBeNull()
})
