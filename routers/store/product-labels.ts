import { storePaging } from '../inputs/query.ts'
import { productLabels } from '../product-labels.ts'
import { catalogueProcedure } from '../trpc.ts'

export const { productTags, productTypes } = productLabels(catalogueProcedure, { pageOf: storePaging, tagPageSize: 20 })
