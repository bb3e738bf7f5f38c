import { productLabels } from '../product-labels.ts'
import { adminProcedure } from '../trpc.ts'

export const { productTags, productTypes } = productLabels(adminProcedure, { tags: 10 })
