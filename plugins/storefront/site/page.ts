import {
  DomainError,
  InvalidData,
  type Markup,
  type PathParams,
  type Route,
  type RouteAnswer,
  type RouteCall,
  route,
} from 'cartwright'
import { z } from 'zod'
import { findRedirect } from '../redirects/find-redirect.ts'
import { errorPage } from '../shell/error-page.ts'
import { openingPage } from '../shell/opening-page.ts'
import type { Language } from '../texts/languages.ts'
import { pathIn } from './path-in.ts'
import type { Site } from './site.ts'
import { openVisit, type Visit } from './visit.ts'

/** A page or a form in all languages. */
export interface Page {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly options: PageOptions<z.ZodType>
  show(visit: Visit, call: Call): RouteAnswer | Promise<RouteAnswer>
}

interface Call<Params = object, Input = unknown> {
  /** The parameters of the path. */
  params: Params
  /** The query of a page, or the fields of a form. */
  input: Input
}

type Show<Path extends string, Schema extends z.ZodType> = (
  visit: Visit,
  call: Call<PathParams<Path>, z.output<Schema>>,
) => RouteAnswer | Promise<RouteAnswer>

interface PageOptions<Schema extends z.ZodType> {
  input?: Schema
  /** Seconds in which a shared cache may show the page to visitors without cookies. Default: no cache stores it. */
  cache?: number
  /** False for a page that search engines do not list. Default: true. */
  isListed?: boolean
  /** The shop sends the page again until the catalogue changes. */
  dependsOn?: 'catalogue'
}

/** A page that the address opens. */
export function page<const Path extends `/${string}`, Schema extends z.ZodType = z.ZodUndefined>(
  path: Path,
  options: PageOptions<Schema>,
  show: Show<Path, Schema>,
): Page
export function page(path: `/${string}`, options: Page['options'], show: Page['show']): Page {
  return { method: 'GET', path, options, show }
}

/** The target of a form. It answers with a redirect, or with the page of the form and its errors. */
export function form<const Path extends `/${string}`, Schema extends z.ZodType>(
  path: Path,
  input: Schema,
  show: Show<Path, Schema>,
): Page
export function form(path: `/${string}`, input: z.ZodType, show: Page['show']): Page {
  return { method: 'POST', path, options: { input }, show }
}

/** The routes of the pages in all languages of the site, by name. */
export function routesOf(site: Site, pages: Readonly<Record<string, Page>>): Record<string, Route> {
  const [first] = site.languages
  const entries = site.languages.flatMap((language) =>
    Object.entries(pages).map(([name, one]) => {
      const nameIn = language === first ? name : language.code.replaceAll('-', '') + capitalized(name)
      return [nameIn, routeOf(site, language, one)] as const
    }),
  )
  return Object.fromEntries(entries)
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

function routeOf(site: Site, language: Language, one: Page): Route {
  const { method, path } = one
  // The page parses its input, so that unreadable input has a page, too.
  const { isListed: _, ...routeOptions } = one.options
  const options = { ...routeOptions, ...(routeOptions.input && { input: z.looseObject({}) }) }
  const full = pathIn(site, language, path)
  const handle = (call: RouteCall<object>) => answer(site, language, call, one)
  return method === 'GET'
    ? route.get(full, options, handle)
    : route.post(full, { ...options, transaction: false }, handle)
}

const GONE = 410

/** Errors of the shop have a page, too. An address without a page can be an old one. */
async function answer(
  site: Site,
  language: Language,
  call: RouteCall<object>,
  { method, options, show }: Page,
): Promise<Response | Markup> {
  const opened = await openVisit(site, language, call)
  if (!opened) return openingPage(site, language)
  const visit = { ...opened, isListed: options.isListed }
  try {
    return await show(visit, { ...call, input: options.input && inputOf(options.input, call) })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.kind !== 'not_found' || method !== 'GET') return errorPage(visit, error)
    const moved = await findRedirect(visit)
    return moved instanceof Response ? moved : errorPage(visit, error, moved === 'gone' ? GONE : undefined)
  }
}

function inputOf(schema: z.ZodType, call: Call): unknown {
  const { success, data } = schema.safeParse(call.input)
  if (!success) throw new InvalidData('The input is unreadable')
  return data
}
