import { mergeRouters } from '../../procedures/trpc.ts'
import { taxRateCrud } from './crud.ts'
import { taxRateLinks } from './tax-rate-links.ts'

export const taxRates = mergeRouters(taxRateCrud, taxRateLinks)
