import { mergeRouters } from '../../trpc.ts'
import { classification } from './classification.ts'
import { productCrud } from './crud.ts'
import { options } from './options.ts'
import { variants } from './variants.ts'

/** `classification` comes first: `/products/types` is not a product with the id `types`. */
export const products = mergeRouters(classification, productCrud, options, variants)
