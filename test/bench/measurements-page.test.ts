import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROGRAMS, type Program } from '../../bench/compare/contender.ts'
import { goalsOf } from '../../bench/compare/goals.ts'
import type { Measurement, Task } from '../../bench/compare/measure.ts'
import type { Comparison } from '../../bench/compare/report.ts'
import { chart } from '../../bench/page/chart.ts'
import { BEGIN, END, section, withMeasurements } from '../../bench/page/measurements.ts'
import { writePage } from '../../bench/page/write-page.ts'
import { PROGRAMS as VISITED } from '../../bench/visit/contender.ts'

test('a finished benchmark replaces the generated part of the page and draws the chart', () => {
  const results = mkdtempSync(join(tmpdir(), 'measurements-'))
  try {
    const page = join(results, 'page.md')
    writeFileSync(page, `before\n\n${BEGIN}\n\nold\n\n${END}\n`)
    writeFileSync(join(results, 'checkouts.json'), JSON.stringify(comparison))
    writePage({ results, page })
    expect(readFileSync(page, 'utf8')).toBe(`before\n\n${BEGIN}\n\n${section({ checkouts: comparison })}\n\n${END}\n`)
    expect(readFileSync(join(results, 'checkouts.svg'), 'utf8')).toBe(chart(comparison))
  } finally {
    rmSync(results, { recursive: true })
  }
})

test('the page compares each request of a visit with the floor and the peer', () => {
  const rates = { own: 100, uncached: 40, floor: 50, peer: 5 }
  const cpu = { own: 1, uncached: 6, floor: 4, peer: 40 }
  const visits = VISITED.map((program) => ({
    ...{ program, products: 200, task: '12 products', clients: 8, perSecond: rates[program], rounds: [rates[program]] },
    latency: { p50: 1, p95: 2, p99: 3 },
    ...{ cpu: { server: cpu[program], postgres: 2 }, statements: 1, bytes: 94_000 },
  }))
  const report = { environment: comparison.environment, quick: false, products: 200, measured: visits }
  const page = section({ visits: report })
  expect(page).toContain(
    '| **100.0** (100.0–100.0) | **40.0** (40.0–40.0) | **50.0** (50.0–50.0) | **5.0** (5.0–5.0) |',
  )
  expect(page).toContain('| 2.00 × | 20.0 × | 0.80 × |')
  expect(page).toContain('| 2.00 × | 14.0 × | 0.75 × | 1.0 | 94000 | 1.0 | 3.0 |')
})

test('the page compares a large shop with a small one, and programs with equal duties', () => {
  const { environment } = comparison
  const read = (products: number, { task, server }: { task: string; server: number }) => ({
    ...{ program: 'own' as const, products, task, clients: 8, perSecond: 1, rounds: [1], statements: 1, bytes: 900 },
    ...{ cpu: { server, postgres: 2 }, latency: { p50: 1, p95: 2, p99: 3 } },
  })
  const measured = ['12 products', 'search for a word'].flatMap((task) => [
    read(200, { task, server: 2 }),
    read(100_000, { task, server: 4 }),
  ])
  const catalogueSize = { environment, quick: false, small: 200, large: 100_000, measured }
  const buyers = { program: 'floor', task: 'hot', clients: 64, perSecond: 30, rounds: [29, 31], cpu: undefined }
  const allPlugins = { boot: { starts: [1500], median: 1500 }, megabytes: 200 }
  const duties = { environment, quick: false, measured: [buyers], allPlugins }
  const page = section({ catalogueSize, duties })
  expect(page).toContain('### A shop with 100,000 products')
  expect(page).toContain('| 12 products | 2.00 + 2.00 | 4.00 + 2.00 | 1.50 × | – | – | – | 900 / 900 |')
  expect(page).toContain('0 of 1 ratios are at most 1.2 ×. The others are 12 products (Cartwright, 1.50 ×).')
  expect(page).toContain('| hot, floor | 64 | **30.0** (29.0–31.0) | – |')
  expect(page).toContain('starts in 1.50 s and has 200 MB resident')
})

test('the chart of visits shows each request', () => {
  const results = mkdtempSync(join(tmpdir(), 'measurements-'))
  try {
    const page = join(results, 'page.md')
    writeFileSync(page, `${BEGIN}\n\n${END}\n`)
    const latency = { p50: 1, p95: 2, p99: 3 }
    const read = { task: 'a read', clients: 8, perSecond: 1, rounds: [1], statements: 1, bytes: 1 }
    const measured = [{ ...read, program: 'own', cpu: { server: 1.5, postgres: 1 }, latency }]
    writeFileSync(join(results, 'visits.json'), JSON.stringify({ ...comparison, products: 200, measured }))
    writePage({ results, page })
    expect(readFileSync(join(results, 'visits.svg'), 'utf8')).toContain('>2.5<')
    expect(readFileSync(page, 'utf8')).toContain('visits.svg')
  } finally {
    rmSync(results, { recursive: true })
  }
})

test('the page compares a shop with plugins with the mean of two copies of the shop without them', () => {
  const costs = (
    [
      ['base', 9],
      ['copy', 11],
      ['plugins', 10.2],
    ] as const
  ).map(([program, server]) => ({
    ...{ program, turns: [{ server, postgres: 10 }], megabytes: 190 },
  }))
  const page = section({ plugins: { environment: comparison.environment, clients: 8, checkouts: 200, costs } })
  expect(page).toContain('| without plugins | 9.0 + 10.0 | 0.95 × | 190 |')
  expect(page).toContain('| with all plugins | 10.2 + 10.0 | 1.01 × | 190 |')
})

test('the page of measurements has a generated part', () => {
  const page = readFileSync('docs/understand/measurements.md', 'utf8')
  expect(() => withMeasurements(page, {})).not.toThrow()
})

const RATES: Record<Program, number> = { own: 60, floor: 100, durableFloor: 80, peer: 2 }
const measured = PROGRAMS.flatMap((program) =>
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

test('ratios are computed from the medians and shown with their goals', () => {
  const text = section({ checkouts: comparison })
  expect(text).toContain('- Checkouts relative to the peer: 30.0 × with 1 client, 30.0 × with 8 clients (goal: 20 ×).')
  expect(text).toContain(
    '- Checkouts relative to the floor: 0.60 × with 1 client, 0.60 × with 8 clients (goal: 0.5 ×).',
  )
  expect(text).toContain('- Checkouts relative to the floor, all durable: 0.75 × with 1 client, 0.75 × with 8 clients.')
  expect(text).toContain('| Cartwright | **60.0** (59.0–61.0) | **480.0** (479.0–481.0) | 111 | 5.0 + 3.0 | 150 |')
})

test('a goal that the results miss is reported', () => {
  const missed = goalsOf(comparison).filter(({ isMet }) => !isMet)
  expect(missed.map(({ what }) => what)).toEqual(['SQL statements of a checkout'])
})

test('a comparison without a peer does not mention one', () => {
  const alone = measured.filter(({ program }) => program !== 'peer')
  expect(section({ checkouts: { ...comparison, measured: alone } })).not.toContain('peer')
})

test('a stored result of one floor calls that floor all durable', () => {
  const older = { ...comparison, measured: measured.filter(({ program }) => program !== 'durableFloor') }
  const text = section({ checkouts: older })
  expect(text).toContain(
    '| floor, all durable | **100.0** (99.0–101.0) | **800.0** (799.0–801.0) | 18 | 5.0 + 3.0 | 60 |',
  )
  expect(text).not.toContain('| floor |')
  expect(chart(older)).toContain('>floor, all durable<')
})

test('the chart has colours for light and for dark pages', () => {
  const svg = chart(comparison)
  expect(svg).toContain('prefers-color-scheme:dark')
  expect(svg).toContain('>480<')
  expect(svg).not.toMatch(/#0[147ad]|#10|rgba?\([1-9]/)
  for (const tag of svg.match(/<\w[^>]*>/g) ?? []) expect(tag.split(' style="').length).toBeLessThanOrEqual(2)
  expect(chart(comparison)).toBe(svg)
})

test('a page without a generated part is refused', () => {
  expect(() => withMeasurements('# Shop', {})).toThrow('The page needs a line')
  expect(withMeasurements(`a ${BEGIN} old ${END} b`, {})).toBe(`a ${BEGIN}\n\nNot measured yet.\n\n${END} b`)
})

test('the page names the times of the console with their goals', () => {
  const text = section({
    console: {
      environment: comparison.environment,
      orders: 100_000,
      firstLoad: [700, 900, 800],
      repeatedLoad: [300],
      navigation: { Orders: [40, 60] },
      scroll: { rows: 10_000, elements: 43, pages: [90, 110], megabytes: 61.4 },
    },
  })
  expect(text).toContain('| first load, empty cache | 800 | 900 | 1000 |')
  expect(text).toContain('| Orders | 50 | 60 | 100 |')
  expect(text).toContain('| the next 100 of 100,000 orders | 100 | 110 |  |')
  expect(text).toContain('After 10,000 loaded orders, the page contains 43 rows, and its JavaScript heap has 61 MB.')
})
