import { z } from 'zod'
import type { SearchAnswer, SearchRequest } from './search-port.ts'

// PostgreSQL cannot read the character 0.
const Id = z.string().regex(/^[^\0]*$/)

const Answer = z.object({ ids: z.array(Id) })

/** Returns the answer without repeated ids. @throws Error if it is invalid or longer than the page. */
export function parseSearchAnswer(answer: unknown, { limit }: SearchRequest): SearchAnswer {
  const { ids } = Answer.parse(answer)
  if (ids.length > limit) throw new Error(`The answer has ${ids.length} ids. The limit is ${limit}.`)
  return { ids: [...new Set(ids)] }
}
