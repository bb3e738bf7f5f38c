import { mergeRouters } from '../../trpc.ts'
import { crud } from './crud.ts'
import { prices } from './prices.ts'
import { products } from './products.ts'

export const priceLists = mergeRouters(crud, prices, products)
