import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Program } from '../../bench/compare/contender.ts'
import { goalsOf } from '../../bench/compare/goals.ts'
import type { Measurement, Task } from '../../bench/compare/measure.ts'
import type { Comparison } from '../../bench/compare/report.ts'
import { chart } from '../../bench/readme/chart.ts'
import { readResults } from '../../bench/readme/results.ts'
import { BEGIN, CHART, END, section, withSection } from '../../bench/readme/section.ts'

/* What the README says was measured. */

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('the README and its chart say what the files say that the benches wrote', () => {
  const results = readResults()
  expect(withSection(read('README.md'), results)).toBe(read('README.md'))
  if (results.checkouts) expect(chart(results.checkouts)).toBe(read(CHART))
})

test('no quick run is told of', () => {
  const { checkouts, soak, growth } = readResults()
  expect([checkouts, soak, growth].filter((one) => one?.quick)).toEqual([])
})

const RATES: Record<Program, number> = { own: 60, floor: 100, peer: 2 }
const measured = (['own', 'floor', 'peer'] as const).flatMap((program) =>
  (['checkouts', 'get cart'] as const).flatMap((task: Task) =>
    [1, 8].map((clients): Measurement => {
      const perSecond = RATES[program] * clients
      const rounds = [perSecond - 1, perSecond, perSecond + 1]
      const cpu = { server: 5, postgres: 3, clients: 1 }
      return { program, task, clients, perSecond, rounds, done: 100, cpu, latency: {} }
    }),
  ),
)
const comparison: Comparison = {
  environment: {
    at: '2026-11-21T12:00:00Z',
    commit: 'abc',
    node: 'v24',
    postgres: '18',
    system: '',
    cpus: 2,
    cpu: 'CPU',
    load: 0,
  },
  quick: false,
  statements: {
    own: {
      steps: {
        'create cart': 1,
        'add line': 1,
        'get cart': 1,
        'update cart': 1,
        'add shipping': 1,
        'payment sessions': 1,
        complete: 1,
      },
      checkout: 111,
      roundTrips: 7,
    },
    floor: 18,
    peer: 612,
  },
  measured,
  memory: { own: 150, floor: 60, peer: 300, postgres: 200 },
  boot: { starts: [1400, 1500], median: 1450 },
}

test('ratios are those of the medians, beside their goals', () => {
  const text = section({ checkouts: comparison })
  expect(text).toContain('- Checkouts, to the peer: 30.0 × with 1 client, 30.0 × with 8 clients (goal: 20 ×).')
  expect(text).toContain('- Checkouts, to the floor: 0.60 × with 1 client, 0.60 × with 8 clients (goal: 0.5 ×).')
  expect(text).toContain('| Cartwright | **60.0** (59.0–61.0) | **480.0** (479.0–481.0) | 111 | 5.0 + 3.0 | 150 |')
})

test('a goal is met or is not', () => {
  const missed = goalsOf(comparison).filter(({ isMet }) => !isMet)
  expect(missed.map(({ what }) => what)).toEqual(['SQL statements of a checkout'])
})

test('without a peer none is told of', () => {
  const alone = measured.filter(({ program }) => program !== 'peer')
  expect(section({ checkouts: { ...comparison, measured: alone } })).not.toContain('peer')
})

test('the chart has colours for light pages and for dark ones', () => {
  const svg = chart(comparison)
  expect(svg).toContain('prefers-color-scheme:dark')
  expect(svg).toContain('>480<')
  // No stand-in of a colour is left over.
  expect(svg).not.toMatch(/#0[147ad]|#10|rgba?\([1-9]/)
  for (const tag of svg.match(/<\w[^>]*>/g) ?? []) expect(tag.split(' style="').length).toBeLessThanOrEqual(2)
  expect(chart(comparison)).toBe(svg)
})

test('a README without a place for the numbers is refused', () => {
  expect(() => withSection('# Shop', {})).toThrow('no place')
  expect(withSection(`a ${BEGIN} old ${END} b`, {})).toBe(`a ${BEGIN}\n\nNot measured yet.\n\n${END} b`)
})
