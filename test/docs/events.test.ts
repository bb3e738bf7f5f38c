import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type EventName, isPrivateEvent, PUBLIC_EVENT_NAMES } from '#entities/platform/event/events.ts'

const page = readFileSync('docs/reference/events.md', 'utf8')
const [publicPart = '', privatePart = ''] = page.split('## Private events')
const firstCells = (text: string) => Array.from(text.matchAll(/^\| (`.*?) \|/gm), ([, cell]) => cell as string)

/** Expands a cell such as "`order.` placed, updated" or "`currency.updated`" to event names. */
function namesIn(cell: string): string[] {
  const quoted = Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name as string)
  const verbs = cell.replace(/`[^`]+`|\(.*?\)/g, '').match(/\w+/g) ?? []
  const groups = quoted.filter((name) => name.endsWith('.'))
  return [
    ...quoted.filter((name) => !name.endsWith('.') && !name.includes('<')),
    ...groups.flatMap((group) => verbs.map((verb) => group + verb)),
  ]
}

test('the events page lists every public event once', () => {
  expect(firstCells(publicPart).flatMap(namesIn).toSorted()).toEqual(PUBLIC_EVENT_NAMES.toSorted())
})

test('the events page lists the private events', () => {
  const names = firstCells(privatePart).flatMap(namesIn)
  expect(names).toHaveLength(7)
  expect(names.filter((name) => !isPrivateEvent(name as EventName))).toEqual([])
})
