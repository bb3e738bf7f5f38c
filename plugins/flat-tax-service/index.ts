import { definePlugin } from 'cartwright'
import { settings } from './settings.ts'
import { flatTaxService } from './tax-provider.ts'

/** Taxes carts by the rates of an HTTP service. Without `FLAT_TAX_URL` the plugin has no effect. */
export const flatTax = definePlugin({
  name: 'flat-tax-service',
  cartwright: '^0.1.0',
  settings,
  provides(shop) {
    const { FLAT_TAX_URL: url, FLAT_TAX_TIMEOUT_MS: timeoutMs } = settings.of(shop)
    return url ? { tax: [flatTaxService({ url, timeoutMs })] } : {}
  },
})
