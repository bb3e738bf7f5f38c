import { pagingParams } from '../inputs/query.ts'
import { productLabels } from '../procedures/product-labels.ts'
import { adminProcedure } from '../procedures/trpc.ts'

export const { productTags, productTypes } = productLabels(adminProcedure, { pageOf: pagingParams, tagPageSize: 10 })
