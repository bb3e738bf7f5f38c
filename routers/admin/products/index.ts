import { mergeRouters } from '../../procedures/trpc.ts'
import { classification } from './classification.ts'
import { productCrud } from './crud.ts'
import { options } from './options.ts'
import { variants } from './variants.ts'

/** `classification` must come first. Otherwise `/products/types` would match the product with the ID `types`. */
export const products = mergeRouters(classification, productCrud, options, variants)
