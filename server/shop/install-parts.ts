import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { withoutWrites } from '#database/statement.ts'
import { SearchEngine } from '#entities/catalogue/search/search-engine.ts'
import type { SearchProvider } from '#entities/catalogue/search/search-port.ts'
import { TaxAnswers } from '#entities/market/tax/tax-answers.ts'
import type { TaxProviders } from '#entities/market/tax/tax-port.ts'
import { type Shop, shopOf } from '#entities/shop.ts'
import { currentDeadline } from '#server/base/deadline.ts'
import type { ShopParts } from '../plugin/shop-parts.ts'
import { STEPS, type StepContexts, type StepName } from '../plugin/steps.ts'

export type InstalledParts = Pick<
  ShopParts,
  'events' | 'freeze' | 'plugins' | 'prices' | 'providers' | 'rules' | 'search' | 'settings'
> & {
  logger?: Logger | undefined
}

/** Applies the parts of the plugins to all entity managers of `orm`. */
export function installParts(orm: MikroORM, parts: InstalledParts): void {
  const { events, plugins, prices, providers, search, logger } = parts
  const shop = Object.assign(shopOf(orm), {
    plugins,
    events,
    prices,
    taxes: createTaxAnswers(providers.tax, logger),
    search: search && createSearchEngine(search, logger),
  })
  for (const name of Object.keys(STEPS) as StepName[]) installRules(name, shop, parts)
}

const createTaxAnswers = (providers: TaxProviders, logger: Logger | undefined): TaxAnswers =>
  new TaxAnswers(providers, (err, tax_provider) =>
    logger?.warn({ err, tax_provider }, 'The tax provider gave no valid answer'),
  )

const createSearchEngine = (provider: SearchProvider, logger: Logger | undefined): SearchEngine =>
  new SearchEngine(provider, (err) =>
    logger?.warn({ err }, 'The search provider gave no valid answer. PostgreSQL answers the search.'),
  )

function installRules<Name extends StepName>(
  name: Name,
  shop: Shop,
  { rules, settings, freeze }: InstalledParts,
): void {
  const stepRules = rules.flatMap(({ [name]: rule }) => rule ?? [])
  STEPS[name].setRules(
    shop,
    stepRules.map((rule) => ({ em, ...context }) => {
      const signal = currentDeadline()?.signal ?? NEVER
      return withoutWrites(em, async () => rule({ ...freezeContext<Name>(freeze, context), em, settings, signal }))
    }),
  )
}

/** The signal of a rule in a background job, which has no deadline. */
const NEVER = new AbortController().signal

function freezeContext<Name extends StepName>(freeze: ShopParts['freeze'], context: object): StepContexts[Name]
function freezeContext(freeze: ShopParts['freeze'], context: object): object {
  return freeze(context)
}
