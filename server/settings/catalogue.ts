import { z } from 'zod'
import { integerInRange } from '#server/base/integer-in-range.ts'

export const CatalogueVariables = z.object({
  CATALOGUE_CACHE_MEGABYTES: integerInRange(0, 100_000).default(32),
  CATALOGUE_SHARED_SECONDS: integerInRange(0, 86_400).default(0),
})

export interface CatalogueSettings {
  /** Maximum size of the responses that a process keeps, in bytes. With 0 it keeps none. */
  cacheBytes: number
  /** Time for which shared caches may use a response without asking the shop, in seconds. */
  sharedSeconds: number
}

export const catalogueSettings = (variables: z.output<typeof CatalogueVariables>): CatalogueSettings => ({
  cacheBytes: variables.CATALOGUE_CACHE_MEGABYTES * 1024 * 1024,
  sharedSeconds: variables.CATALOGUE_SHARED_SECONDS,
})

export const defaultCatalogueSettings: CatalogueSettings = catalogueSettings(CatalogueVariables.parse({}))
