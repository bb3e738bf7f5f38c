import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const promises = readFileSync('SECURITY.md', 'utf8')
const named = Array.from(promises.matchAll(/`(test\/[^`]+)`/g), ([, file]) => file as string)

test('every test that SECURITY.md names is there, and every promise names one', () => {
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((file) => !existsSync(file))).toEqual([])
  const rows = promises.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|Promise)/.test(line))
  expect(rows.filter((row) => !row.includes('`test/'))).toEqual([])
})

test('every test of security is named in SECURITY.md', () => {
  const own = readdirSync('test/security').map((file) => `test/security/${file}`)
  expect(own.filter((file) => !named.includes(file) && !file.endsWith('promises.test.ts'))).toEqual([])
})
