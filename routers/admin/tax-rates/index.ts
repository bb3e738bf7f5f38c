import { mergeRouters } from '../../trpc.ts'
import { crud } from './crud.ts'
import { links } from './links.ts'

export const taxRates = mergeRouters(crud, links)
