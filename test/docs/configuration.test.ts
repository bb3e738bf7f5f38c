import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Variables } from '#server/settings/config.ts'

const page = readFileSync('docs/reference/configuration.md', 'utf8')
const documented = new Map(
  Array.from(page.matchAll(/^\| `([A-Z0-9_]+)` \| (.*?) \|/gm), ([, name, value]) => [name as string, value as string]),
)

test('the configuration page lists every environment variable once', () => {
  const rows = page.match(/^\| `[A-Z0-9_]+`/gm)
  expect(rows).toHaveLength(documented.size)
  expect([...documented.keys()].toSorted()).toEqual(Object.keys(Variables.shape).toSorted())
})

test.each(Object.entries(Variables.shape))('the configuration page has the default of %s', (name, schema) => {
  const value = schema.safeParse(undefined).data
  const isSet = value !== undefined && String(value) !== ''
  if (isSet) expect(documented.get(name)).toBe(`\`${value}\``)
  else expect(documented.get(name)).not.toMatch(/^`[^`]*`$/)
})
