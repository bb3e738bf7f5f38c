import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { TONES } from '#console/components/status-tones.ts'
import { en as access } from '#console/strings/access.ts'
import { en as activity } from '#console/strings/activity.ts'
import { en as inventory } from '#console/strings/inventory.ts'
import { en as operators } from '#console/strings/operators.ts'
import { en as orderStatuses } from '#console/strings/order-statuses.ts'
import { en as pastOrders } from '#console/strings/past-orders.ts'
import { en as priceLists } from '#console/strings/price-lists.ts'
import { en as products } from '#console/strings/products.ts'
import { en as promotions } from '#console/strings/promotions.ts'
import { en as tasks } from '#console/strings/tasks.ts'

/* The language of the console is in the storage of the browser. */
vi.hoisted(() => void vi.stubGlobal('localStorage', { getItem: () => null }))

/** The words of the kinds. Most of their names begin with the kind. */
const WORDS: Record<keyof typeof TONES, Record<string, unknown>> = {
  order: orderStatuses,
  payment: orderStatuses,
  fulfillment: orderStatuses,
  return: orderStatuses,
  claim: orderStatuses,
  swap: orderStatuses,
  edit: orderStatuses,
  draft: orderStatuses,
  past: pastOrders,
  product: products,
  stock: inventory,
  validity: { ...priceLists, ...promotions },
  batch: activity,
  job: activity,
  delivery: access,
  shop: operators,
  task: tasks,
}

const kinds = Object.keys(TONES) as (keyof typeof TONES)[]

const statuses = kinds.flatMap((kind) =>
  Object.entries(TONES[kind]).map(([status, tone]) => ({
    kind,
    status,
    tone,
    text: WORDS[kind][`${kind}_${status}`] ?? WORDS[kind][status],
  })),
)

test('each status has a word', () => {
  expect(statuses.filter(({ text }) => typeof text !== 'string')).toEqual([])
})

test('statuses with the same word have the same tone', () => {
  const byText = Object.groupBy(statuses, ({ text }) => String(text))
  const mixed = Object.values(byText).filter((group = []) => new Set(group.map(({ tone }) => tone)).size > 1)
  expect(mixed).toEqual([])
})

test('a status that requires action has the same tone for all kinds', () => {
  const tones = statuses.filter(({ status }) => status === 'requires_action').map(({ tone }) => tone)
  expect(tones.length).toBeGreaterThan(3)
  expect(new Set(tones)).toEqual(new Set(['bad']))
})

/** Counts, days and problems have no status. */
const WITHOUT_STATUS = new Set([
  'screens/home/failed-work.tsx',
  'screens/home/running-out.tsx',
  'screens/orders/list/bulk-dialog.tsx',
  'screens/operator/shop-problems.tsx',
])

test('no screen chooses the tone of a status by itself', () => {
  const root = join(import.meta.dirname, '../../console')
  const files = globSync('**/*.tsx', { cwd: root, exclude: ['dist/**'] }).filter((file) => !WITHOUT_STATUS.has(file))
  const choosing = files.filter((file) =>
    /tone=("(?!quiet)|\{[^}]*'(good|busy|attention|bad)')|Record<[^>]+, Tone>/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(choosing).toEqual([])
})
