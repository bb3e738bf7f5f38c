import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const promises = readFileSync('SECURITY.md', 'utf8')
const named = Array.from(promises.matchAll(/`(test\/[^`]+)`/g), ([, file]) => file as string)

test('every promise of SECURITY.md names an existing test', () => {
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((file) => !existsSync(file))).toEqual([])
  const rows = promises.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|Promise)/.test(line))
  expect(rows.filter((row) => !row.includes('`test/'))).toEqual([])
})

test('SECURITY.md names every test of security', () => {
  const own = readdirSync('test/security').map((file) => `test/security/${file}`)
  expect(own.filter((file) => !named.includes(file) && !file.endsWith('promises.test.ts'))).toEqual([])
})
