import { z } from 'zod'

/** The changes of the texts of a row: by language, and then by column. Null removes a text, or all texts of a language. */
export const TextChanges = z.record(z.string(), z.record(z.string(), z.string().trim().nullable()).nullable())

/** An input of a row with translated texts. The base procedure of the mutation stores them. */
export const translations = { translations: TextChanges.optional() }

export type TranslationsInput = { translations?: z.output<typeof TextChanges> | undefined }

/** The texts of a row in the other languages of the store, in responses for administrators. */
export const shownTranslations = {
  translations: z.record(z.string(), z.record(z.string(), z.string())).optional(),
}
