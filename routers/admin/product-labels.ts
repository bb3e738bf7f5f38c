import { pagingParams } from '../inputs/query.ts'
import { productLabels } from '../product-labels.ts'
import { adminProcedure } from '../trpc.ts'

export const { productTags, productTypes } = productLabels(adminProcedure, { pageOf: pagingParams, tagPageSize: 10 })
