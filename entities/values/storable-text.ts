import { z } from 'zod'

/** PostgreSQL cannot store the character 0. */
export const storableText = z.string().regex(/^[^\0]*$/)
