import type { DryRun } from '#client/index.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import type { en as statusWords } from '#console/strings/order-statuses.ts'
import type { en } from '#console/strings/preview.ts'

export type Change = DryRun<unknown>['changes'][number]

export interface LineContext {
  words: Translation<typeof en>
  statuses: Translation<typeof statusWords>
  /** Default: the currency of the page. */
  money(amount: number, currency?: string): string
  /** The name of a line item, a variant or a price by its ID. */
  nameOf(id: string): string | undefined
  /** The currency of a price by its ID. */
  currencyOf(id: string): string | undefined
  /** Whether the value of the discount is a percentage. */
  isPercentage: boolean
}
