import { expect, test } from 'vitest'
import { createTimeParser, StoredTime } from '#database/stored-time.ts'
import { now } from '#entities/values/clock.ts'
import { createTimestamp } from '#entities/values/timestamp.ts'

test.each([
  '2026-02-03T04:05:06.789+00:00',
  '2026-02-03T04:05:06.789123+00:00',
  '2026-02-03T04:05:06.78912+00:00',
  '2026-02-03T04:05:06.7+00:00',
  '2026-02-03T04:05:06.78+00:00',
  '2026-02-03T04:05:06+00:00',
  '2026-02-03T04:05:06.789+02:00',
  '0001-01-01T00:00:00.001+00:00',
  '9999-12-31T23:59:59.999999+00:00',
  '+010000-01-01T00:00:00.5+00:00',
  '10000-01-01T00:00:00+00:00',
  '0044-03-15T00:00:00+00:00 BC',
  'infinity',
])('the PostgreSQL time %s is serialized like a date', (text) => {
  expect(JSON.stringify(new StoredTime(text))).toBe(JSON.stringify(new Date(text)))
  expect(new StoredTime(text)).toEqual(new Date(text))
})

test('the parser returns correct times for equal and for different texts', () => {
  const read = createTimeParser()
  for (const text of ['2026-02-03T04:05:06.7+00:00', '2026-02-03T04:05:06.7+00:00', '2026-02-03T04:05:07+00:00'])
    expect(read(text)).toEqual(new Date(text))
})

test('a timestamp has the current time', () => {
  for (let times = 0; times < 3; times++) {
    const before = now().getTime()
    const time = createTimestamp()
    expect(time.getTime()).toBeGreaterThanOrEqual(before)
    expect(time.getTime()).toBeLessThanOrEqual(now().getTime())
    expect(JSON.stringify(time)).toBe(JSON.stringify(new Date(time)))
    while (now().getTime() === before);
  }
})
