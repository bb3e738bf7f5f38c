import type { Providers } from '#routers/context/services.ts'
import { manualFulfillment, manualPayment } from './manual.ts'

export const coreProviders: Providers = {
  payment: new Map([['manual', manualPayment]]),
  fulfillment: new Map([['manual', manualFulfillment]]),
  oauth: new Map(),
  tax: new Map(),
}
