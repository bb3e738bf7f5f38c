import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STEPS } from '#server/plugin/steps.ts'

const listOf = (descriptions: Readonly<Record<string, string>> = {}): string =>
  Object.entries(descriptions)
    .map(([name, text]) => (text ? `\`${name}\` (${text})` : `\`${name}\``))
    .join(', ')

function rowOf([name, { description }]: [string, (typeof STEPS)[keyof typeof STEPS]]): string {
  const { moment, context, result, fields = [], onlyEffects } = description
  const when = onlyEffects ? `${moment} Plugins cannot refuse it.` : moment
  const tables = fields.map((table) => `\`${table}\``).join(', ')
  return `| \`${name}\` | ${when} | ${listOf(context)} | ${listOf(result)} | ${tables} |`
}

test('the table of the steps is that of the code', () => {
  const rows = Object.entries(STEPS).map(rowOf)
  const header =
    '| Step | Moment | Context | For effects also | Fields that effects may set |\n| --- | --- | --- | --- | --- |'
  const table = [header, ...rows].join('\n')
  expect(readFileSync('docs/extend/steps.md', 'utf8')).toContain(table)
})
