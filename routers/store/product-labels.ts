import { storePaging } from '../inputs/query.ts'
import { productLabels } from '../product-labels.ts'
import { openProcedure } from '../trpc.ts'

export const { productTags, productTypes } = productLabels(openProcedure, { pageOf: storePaging, tags: 20 })
