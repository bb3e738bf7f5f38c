import { defineStrings } from './define-strings.ts'

export const en = {
  scan: 'Scan a barcode',
  scanHint: 'Each scan counts one unit. The first scan begins at 0. A SKU works too.',
  count: 'Count',
  counted: (title: string, count: number, max: number) => `${title}: ${count} of ${max}`,
  unknown: (code: string) => `${code} is no barcode or SKU of an item to pack.`,
  ambiguous: (code: string) => `Several items have the code ${code}. Enter their quantities by hand.`,
  complete: (title: string) => `${title} is complete. Do not pack this unit.`,
}

export const orderScan = defineStrings(en, { de: () => import('./de/order-scan.ts') })
