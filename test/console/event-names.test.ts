import { expect, test, vi } from 'vitest'
import { en } from '#console/strings/event-names.ts'
import { PUBLIC_EVENT_NAMES } from '#entities/platform/event/events.ts'

vi.hoisted(() => void vi.stubGlobal('localStorage', { getItem: () => null }))

const keysOf = (name: string) => {
  const [group = '', verb = ''] = name.split('.')
  return [group, `verb_${verb.toLowerCase().replaceAll('-', '_')}`]
}

test('each event has words', () => {
  const missing = PUBLIC_EVENT_NAMES.flatMap(keysOf).filter((key) => !Object.hasOwn(en, key))
  expect(missing).toEqual([])
})
