import type { EntityManager } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware } from '@trpc/server'
import type { PlainRow } from '#database/fast-rows.ts'
import { readLanguagesOf } from '#database/read/read-languages.ts'
import { negotiate } from '#entities/market/language/language.ts'
import { languagesOf } from '#entities/market/language/shop-languages.ts'
import { leadingColumnsOf, translatedColumnsOf } from '#entities/platform/translation/translated-columns.ts'
import { findTexts, type Texts } from '#entities/platform/translation/translation.ts'
import type { Context, ResponseSaver } from '../context/context.ts'
import { adminProcedureName } from '../context/meta.ts'
import type { proceduresOf } from '../context/procedures-of.ts'
import type { ResponsePart } from '../context/response-part.ts'
import type { TranslatedKind } from '../context/translated-kind.ts'
import type { Resource } from '../reading/define-resource.ts'
import { isRow } from '../reading/is-row.ts'
import { lazyPartsOf, partOfResource, withoutSide } from '../reading/response-parts.ts'

/*
 * Queries of the catalogue read their rows in the language of the response (`readLanguagesOf`). All other responses get their texts here,
 * so a row has them in each place: a product in a cart or in an order. One statement reads the texts of all rows of a response. Without
 * further languages, a response has no such statement.
 */

export const translatedPartsOf = (procedures: ReturnType<typeof proceduresOf>) => lazyPartsOf(procedures, kindOf)

function kindOf({ model }: Resource): TranslatedKind | undefined {
  const columns = translatedColumnsOf(model.entity)
  const leading = leadingColumnsOf(model.entity)
  return columns.length > 0 ? { columns, leading, showsAll: model.occasionalNames.includes('translations') } : undefined
}

type Part = ResponsePart<TranslatedKind>
type Run = Context & { em: EntityManager; saveResponse: ResponseSaver }

/** Shows the texts of the store in the language of the request. */
export const showLanguage = experimental_standaloneMiddleware<{ ctx: Run }>().create(async ({ ctx, path, next }) => {
  const { chain = [] } = ctx.response.language ?? {}
  const isRead = readLanguagesOf(ctx.em).length > 0
  const part = chain.length > 0 && !isRead ? ctx.services.translatedParts(`store.${withoutSide(path)}`) : undefined
  if (!part) return next()
  const translate = (em: EntityManager, response: unknown) => showInLanguage(em, response, { part, chain })
  const saveResponse: ResponseSaver = async (em, response) => {
    await translate(em, response)
    return ctx.saveResponse(em, response)
  }
  const result = await next({ ctx: { saveResponse } })
  if (result.ok) await translate(ctx.em, result.data)
  return result
})

const partsOfResources = new WeakMap<Resource, Part>()

/**
 * Shows rows of `readRow` and similar functions in a language of the store, also their related rows. A mail has the language of its
 * order. Changes the rows.
 *
 * @example
 * await showInLocale(em, OrderResource, [order], 'de-AT')
 */
export async function showInLocale<Row>(
  em: EntityManager,
  resource: Resource<Row>,
  rows: readonly Row[],
  locale: string,
): Promise<void> {
  const languages = await languagesOf(em)
  const { chain } = languages ? negotiate(languages, locale) : { chain: [] }
  if (chain.length === 0) return
  const part = partsOfResources.get(resource) ?? partOfResource(resource, kindOf)
  partsOfResources.set(resource, part)
  await showInLanguage(em, rows, { part, chain })
}

/** Adds `translations` to the rows that administrators read: the texts by language. */
export const showTranslations = experimental_standaloneMiddleware<{ ctx: Run }>().create(
  async ({ ctx, path, next }) => {
    const result = await next()
    if (!result.ok) return result
    const languages = await languagesOf(ctx.em)
    const part = languages && ctx.services.translatedParts(`admin.${adminProcedureName(path)}`)
    if (languages && part && hasTranslatedRows(part))
      await addTranslations(ctx.em, result.data, { part, languages: languages.codes.slice(1) })
    return result
  },
)

/** Replaces the texts of the rows in place. A text that no language of the chain has stays in the default language. */
async function showInLanguage(
  em: EntityManager,
  response: unknown,
  { part, chain }: { part: Part; chain: readonly string[] },
): Promise<void> {
  const found = rowsIn(response, part)
  const languages = await readTexts(em, found, chain)
  for (const language of chain.toReversed())
    for (const [id, texts] of languages.get(language) ?? [])
      for (const { row, kind } of found.get(id) ?? [])
        for (const column of kind.columns) {
          const isLed = texts[kind.leading.get(column) ?? ''] !== undefined
          const text = texts[column] ?? (isLed ? null : undefined)
          if (text !== undefined && row[column] !== undefined) row[column] = text
        }
}

async function addTranslations(
  em: EntityManager,
  response: unknown,
  { part, languages }: { part: Part; languages: readonly string[] },
): Promise<void> {
  const found = rowsIn(response, part)
  for (const rows of found.values()) for (const { row, kind } of rows) if (kind.showsAll) row.translations = {}
  for (const [language, ofLanguage] of await readTexts(em, found, languages))
    for (const [id, texts] of ofLanguage)
      for (const { row, kind } of found.get(id) ?? [])
        if (kind.showsAll) row.translations = { ...(row.translations as object), [language]: texts }
}

/** Responses of orders contain products, too, but the products are edited elsewhere. */
const hasTranslatedRows = ({ parts }: Part): boolean => [...parts.values()].flat().some(({ kind }) => kind)

type FoundRows = Map<string, { row: PlainRow; kind: TranslatedKind }[]>

/** The rows with translated texts by their ids. */
function rowsIn(response: unknown, part: Part): FoundRows {
  const found: FoundRows = new Map()
  const collect = (value: unknown, { kind, parts }: Part): void => {
    if (!isRow(value)) return
    if (Array.isArray(value)) {
      for (const one of value) collect(one, { kind, parts })
      return
    }
    if (kind && typeof value.id === 'string') {
      const rows = found.get(value.id)
      if (rows) rows.push({ row: value, kind })
      else found.set(value.id, [{ row: value, kind }])
    }
    for (const [name, each] of parts) {
      const related = value[name]
      if (related !== undefined && related !== null) for (const next of each) collect(related, next)
    }
  }
  collect(response, part)
  return found
}

async function readTexts(
  em: EntityManager,
  found: FoundRows,
  languages: readonly string[],
): Promise<Map<string, [id: string, texts: Texts][]>> {
  const byLanguage = new Map<string, [string, Texts][]>(languages.map((language) => [language, []]))
  if (found.size === 0 || languages.length === 0) return byLanguage
  for (const { language, texts } of await findTexts(em, [...found.keys()], languages))
    byLanguage.set(language, Object.entries(texts))
  return byLanguage
}
