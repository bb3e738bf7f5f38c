import { mergeRouters } from '../../procedures/trpc.ts'
import { priceListCrud } from './crud.ts'
import { prices } from './prices.ts'
import { products } from './products.ts'

export const priceLists = mergeRouters(priceListCrud, prices, products)
