import { mergeRouters } from '../../procedures/trpc.ts'
import { taxRateCrud } from './crud.ts'
import { ratesOfProducts } from './rates-of-products.ts'
import { taxRateLinks } from './tax-rate-links.ts'

export const taxRates = mergeRouters(ratesOfProducts, taxRateCrud, taxRateLinks)
