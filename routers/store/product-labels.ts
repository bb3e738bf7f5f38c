import { storePaging } from '../inputs/query.ts'
import { productLabels } from '../procedures/product-labels.ts'
import { catalogueProcedure } from '../procedures/trpc.ts'

export const { productTags, productTypes } = productLabels(catalogueProcedure, { pageOf: storePaging, tagPageSize: 20 })
