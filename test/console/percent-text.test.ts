import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

async function textIn(language: string) {
  vi.stubGlobal('localStorage', { getItem: () => language })
  return (await import('#console/components/percent-text.ts')).percentText
}

test('a rate has the sign, the decimals and the space of the language', async () => {
  const en = await textIn('en')
  expect([en(25.5), en(4.9), en(19), en(0.0625)]).toEqual(['25.5%', '4.9%', '19%', '0.0625%'])
  vi.resetModules()
  expect((await textIn('de'))(25.5)).toBe('25,5\u00a0%')
})

test('a format replaces the decimals', async () => {
  expect((await textIn('en'))(12.34, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })).toBe('+12%')
})
