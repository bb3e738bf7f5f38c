import { mergeRouters } from '../../trpc.ts'
import { countries } from './countries.ts'
import { crud } from './crud.ts'
import { providers } from './providers.ts'

export const regions = mergeRouters(crud, countries, providers)
