import { productLabels } from '../product-labels.ts'
import { openProcedure } from '../trpc.ts'

export const { productTags, productTypes } = productLabels(openProcedure, { tags: 20 })
