import { z } from 'zod'
import { storableText } from '#entities/values/storable-text.ts'
import { FacetsSchema } from './facets.ts'
import type { SearchAnswer, SearchRequest } from './search-port.ts'

const Answer = z.object({ ids: z.array(storableText), facets: FacetsSchema.optional() })

/** Returns the answer without repeated ids. @throws Error if it is invalid, lacks a facet or is longer than the page. */
export function parseSearchAnswer(answer: unknown, { facets: requested, limit }: SearchRequest): SearchAnswer {
  const { ids, facets } = Answer.parse(answer)
  if (ids.length > limit) throw new Error(`The answer has ${ids.length} ids. The limit is ${limit}.`)
  const missing = requested.find((name) => !facets?.[name])
  if (missing) throw new Error(`The answer lacks the facet ${missing}`)
  return { ids: [...new Set(ids)], facets: requested.length > 0 ? facets : undefined }
}
