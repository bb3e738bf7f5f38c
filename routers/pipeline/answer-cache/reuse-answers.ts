import type { EntityManager } from '@mikro-orm/postgresql'
import { settingsVersionIn } from '#entities/catalogue/version/catalogue-version.ts'
import { forgetOldLanguages } from '#entities/market/language/shop-languages.ts'
import { findCustomerGroups } from '#entities/people/customer/customer-groups.ts'
import type { ContextOverrides, Identity, ProcedureCall, ProcedureResult } from '../../context/context.ts'
import { Dependencies } from '../../context/dependencies.ts'
import { setLanguage } from '../choose-language.ts'
import { replacedResult, type SavedResult } from '../idempotent-mutation.ts'
import { dependenciesOfPage, runUntracked } from './track-page.ts'

interface CatalogueRead<Result> {
  /** Checks earlier responses in the database of `em`. */
  em: EntityManager
  /** Reads a new response in the same database. */
  read: (em: EntityManager, cached?: Pick<ContextOverrides, 'customer_group_ids' | 'dependencies'>) => Promise<Result>
  openManager: () => EntityManager
}

/**
 * Answers a REST request with the JSON of an earlier response if that is still current. Requests that name a cart, and
 * requests of administrators, always read again.
 */
export async function reuseAnswer<Result extends ProcedureResult>(
  { ctx, path, meta, getRawInput }: ProcedureCall,
  { em, read, openManager }: CatalogueRead<Result>,
): Promise<Result | SavedResult> {
  const { response, services } = ctx
  const { answers } = services
  const page = dependenciesOfPage()
  if (page) return readForPage(ctx, page, (cached) => read(openManager(), cached))
  if (!answers || !ctx.request.readInput || ctx.user) return read(openManager())
  const input = await getRawInput()
  if (namesCart(input)) return read(openManager())
  // The key and the prices must have the same groups, even if the customer joins another group in the meantime.
  const customer_group_ids = ctx.customer_group_ids ?? (await findCustomerGroups(em, ctx.customer_id))
  const publishableKey = meta?.takesPublishableKey ? ctx.request.publishableKey : undefined
  const keyOf = () => {
    const { code } = response.language ?? {}
    return JSON.stringify([path, input, customer_group_ids, publishableKey, ...(code === undefined ? [] : [code])])
  }
  const { network } = ctx.request.client
  let key = keyOf()
  let found = await answers.find(em, key, network)
  if (forgetOldLanguages(em, settingsVersionIn(found.version))) {
    await setLanguage(ctx)
    key = keyOf()
    found = await answers.find(em, key, network)
  }
  if (found.json) {
    response.json = found.json
    return replacedResult(undefined)
  }
  const dependencies = new Dependencies(answers.countOnceFor(found.version))
  return answers.runRead({ key, network }, dependencies, async () => {
    const result = await read(openManager(), { customer_group_ids, dependencies })
    const json = result.ok ? response.serialize?.(result.data) : undefined
    if (json) await answers.store(em, key, { ...found, json, dependencies })
    return result
  })
}

/** The page of a route has the dependencies of its calls. */
function readForPage<Result>(
  { customer_id }: Identity,
  dependencies: Dependencies,
  read: (cached: Pick<ContextOverrides, 'customer_group_ids' | 'dependencies'>) => Promise<Result>,
): Promise<Result> {
  if (customer_id !== null) dependencies.refuseReuse()
  return runUntracked(() => read({ dependencies }))
}

const namesCart = (input: unknown): boolean => typeof input === 'object' && input !== null && 'cart_id' in input
