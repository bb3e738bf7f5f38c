import type { EntityManager } from '@mikro-orm/postgresql'
import {
  adminDeletion,
  adminList,
  adminMutation,
  deleteRow,
  InvalidData,
  insertRow,
  lockRow,
  NotFound,
  type Row,
  rest,
  rowAnswer,
} from 'cartwright'
import { z } from 'zod'
import { PURPOSES, type Purpose, WrittenPage, WrittenPageResource } from './written-page.ts'

const MAX_LANGUAGES = 50
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/

const byLanguage = (text: z.ZodString) =>
  z
    .record(z.string(), text)
    .refine((texts) => Object.keys(texts).every((code) => LANGUAGE.test(code)), 'A language has a code such as de')
    .refine((texts) => Object.keys(texts).length <= MAX_LANGUAGES, `A page has at most ${MAX_LANGUAGES} languages`)

const fields = {
  slug: z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'The address has small letters, digits and single hyphens, such as about-us'),
  purpose: z.enum(PURPOSES).optional(),
  position: z.int().min(0).max(1000).optional(),
  is_published: z.boolean().optional(),
  titles: byLanguage(z.string().trim().min(1).max(120)).optional(),
  texts: byLanguage(z.string().trim().min(1).max(100_000)).optional(),
}

const NewPage = z.strictObject(fields)
const Changes = z.strictObject({ ...fields, id: z.string(), slug: fields.slug.optional() })

const view = { resource: WrittenPageResource, defaultOrder: 'position' }
const answer = rowAnswer('page', view)

/** The procedures of written pages. The code of the shop has pages with the taken slugs, which would hide written ones. */
export const pageProcedures = (takenSlugs: readonly string[]) => ({
  listPages: adminList('pages', view, {})
    .meta(rest('GET', '/storefront/pages', 'List the written pages of the storefront'))
    .query(() => []),

  createPage: adminMutation(answer)(NewPage)
    .meta(rest('POST', '/storefront/pages', 'Create a written page of the storefront', { locksSharedRows: true }))
    .mutation(async ({ ctx: { em }, input }) => {
      assertNotInCode(takenSlugs, input)
      await assertFree(em, input)
      const row = insertRow(em, WrittenPage, definedOf(input))
      row.assertComplete()
      return row
    }),

  updatePage: adminMutation(answer)(Changes)
    .meta(rest('POST', '/storefront/pages/{id}', 'Change a written page of the storefront'))
    .mutation(async ({ ctx: { em }, input: { id, ...changes } }) => {
      const row = await lockPage(em, id)
      assertNotInCode(takenSlugs, changes)
      await assertFree(em, changes, row)
      Object.assign(row, definedOf(changes))
      row.assertComplete()
    }),

  deletePage: adminDeletion('storefront-page')
    .meta(rest('DELETE', '/storefront/pages/{id}', 'Delete a written page of the storefront'))
    .mutation(async ({ ctx: { em }, input: { id } }) => {
      deleteRow(em, await lockPage(em, id))
    }),
})

const definedOf = <Values extends object>(values: Values): { [Name in keyof Values]: NonNullable<Values[Name]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]: NonNullable<Values[Name]>
  }

async function lockPage(em: EntityManager, id: string): Promise<Row<WrittenPage>> {
  const row = await lockRow(em, WrittenPage, { id })
  if (!row) throw new NotFound(`Page with id: ${id} was not found`)
  return row
}

function assertNotInCode(takenSlugs: readonly string[], { slug }: { slug?: string | undefined }): void {
  if (slug && takenSlugs.includes(slug))
    throw new InvalidData(`The code of the shop has the page /pages/${slug}. Choose another address.`)
}

/** The constraints of the table refuse two requests at the same time. */
async function assertFree(
  em: EntityManager,
  { slug, purpose }: { slug?: string | undefined; purpose?: Purpose | undefined },
  own?: Row<WrittenPage>,
): Promise<void> {
  const others = own ? { id: { $ne: own.id } } : {}
  if (slug && (await em.count(WrittenPage, { ...others, slug })) > 0)
    throw new InvalidData(`Another page has the address /pages/${slug}. Choose another one.`)
  const isUsed = purpose && purpose !== 'other' && (await em.count(WrittenPage, { ...others, purpose })) > 0
  if (isUsed) throw new InvalidData(`The shop has a page for ${purpose} already. Change that page, or choose "other".`)
}
