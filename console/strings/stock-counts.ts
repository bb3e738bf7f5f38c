import { defineStrings } from './define-strings.ts'

const signed = (difference: number) => (difference > 0 ? `+${difference}` : `${difference}`.replace('-', '−'))

export const en = {
  countStock: 'Count stock',
  countedGoods: 'Counted goods',
  location: 'Location',
  noLocation: 'Add a location first.',
  scanHint: 'Each scan counts one unit. An EAN, a UPC or a SKU works too.',
  counted: (title: string, count: number) => `${title}: ${count}`,
  unknown: (code: string) => `${code} is no barcode or SKU of the shop.`,
  ambiguous: (code: string, count: number) => `${count} products have the code ${code}. Use the SKU.`,
  notCounted: (title: string) => `The shop does not count the stock of ${title}.`,
  empty: 'Scan the first item. Goods that you do not scan keep their stock.',
  expectedUnits: (expected: number, waiting: number) =>
    waiting > 0 ? `${expected} expected, ${waiting} of them sold` : `${expected} expected`,
  changed: (before: number, now: number) => `The stock changed from ${before} to ${now} during the count.`,
  difference: signed,
  differenceOf: (title: string) => `Difference of ${title}`,
  countOf: (title: string) => `Counted units of ${title}`,
  removeGood: (title: string) => `Remove ${title} from the count`,
  summary: (goods: number, difference: number) =>
    `${goods} ${goods === 1 ? 'item' : 'items'}, difference ${signed(difference)}`,
  reason: 'Reason',
  reasonExample: 'Yearly count',
  reasonMissing: 'Enter a reason.',
  save: 'Save the count',
  saved: 'Stock saved',
  clear: 'Discard the count',
  clearTitle: 'Discard this count?',
  clearText: 'The stock stays as it is. You must count again.',
  earlier: 'Earlier counts',
  noneEarlier: 'No count is saved yet.',
  time: 'Time',
  changes: 'Changes',
  change: (title: string, before: number, after: number) => `${title}: ${before} → ${after}`,
  noChanges: 'No difference',
}

export const stockCounts = defineStrings(en, { de: () => import('./de/stock-counts.ts') })
