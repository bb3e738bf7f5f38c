import { z } from 'zod'
import { countUntranslated, findUntranslated } from '#entities/catalogue/translation/find-untranslated.ts'
import { saveTranslations } from '#entities/catalogue/translation/save-translations.ts'
import { readLanguages } from '#entities/market/language/shop-languages.ts'
import { findTranslations } from '#entities/platform/translation/translation.ts'
import { rest } from '../context/meta.ts'
import { pagingParams } from '../inputs/query.ts'
import { TextChanges } from '../inputs/translations.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'

const MAX_ROWS = 500

const Row = z.strictObject({ entity: z.string(), id: z.string(), translations: TextChanges })

const Texts = z.record(z.string(), z.string())

export const translations = router({
  list: adminProcedure
    .meta(rest('GET', '/translations', 'List rows that lack a text of a language'))
    .input(
      z.strictObject({
        language: z.string(),
        entity: z.string(),
        limit: pagingParams(50).limit,
        offset: pagingParams(50).offset,
      }),
    )
    .output(
      z.object({
        rows: z.array(z.object({ id: z.string(), texts: Texts, translated: Texts })),
        limit: z.int(),
        offset: z.int(),
      }),
    )
    .query(async ({ ctx: { em }, input }) => {
      const { limit, offset } = input
      return { rows: await findUntranslated(em, input), limit, offset }
    }),

  count: adminProcedure
    .meta(rest('GET', '/translations/counts', 'Count rows that lack a text of a language'))
    .input(z.strictObject({ language: z.string() }))
    .output(
      z.object({
        counts: z.array(z.object({ entity: z.string(), count: z.int(), missing: z.int() })),
      }),
    )
    .query(async ({ ctx: { em }, input }) => ({ counts: await countUntranslated(em, input.language) })),

  update: adminProcedure
    .meta(rest('POST', '/translations', 'Translate texts of products, categories and other rows'))
    .input(z.strictObject({ translations: z.array(Row).min(1).max(MAX_ROWS) }))
    .output(
      z.object({
        translations: z.array(
          z.object({
            entity: z.string(),
            id: z.string(),
            translations: z.record(z.string(), Texts),
          }),
        ),
      }),
    )
    .mutation(async ({ ctx: { em }, input }) => {
      await saveTranslations(em, input.translations)
      const { known } = await readLanguages(em)
      const ids = input.translations.map(({ id }) => id)
      const stored = Map.groupBy(await findTranslations(em, ids, known?.codes.slice(1) ?? []), ({ row_id }) => row_id)
      return {
        translations: input.translations.map(({ entity, id }) => ({
          ...{ entity, id },
          translations: Object.fromEntries((stored.get(id) ?? []).map(({ language, texts }) => [language, texts])),
        })),
      }
    }),
})
