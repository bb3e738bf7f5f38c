import type { Providers } from '#routers/context.ts'
import { manualFulfillment, manualPayment } from './manual.ts'

/** The providers of a shop that was given no others, by their ids. */
export const installedProviders: Providers = {
  payment: new Map([['manual', manualPayment]]),
  fulfillment: new Map([['manual', manualFulfillment]]),
  oauth: new Map(),
}
