import { mergeRouters } from '../../procedures/trpc.ts'
import { countries } from './countries.ts'
import { regionCrud } from './crud.ts'
import { providers } from './providers.ts'

export const regions = mergeRouters(regionCrud, countries, providers)
