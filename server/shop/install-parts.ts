import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { withStatementCheck } from '#database/statement.ts'
import { assertReads } from '#database/write-texts.ts'
import { SearchEngine } from '#entities/catalogue/search/search-engine.ts'
import type { SearchProvider } from '#entities/catalogue/search/search-port.ts'
import { TaxAnswers } from '#entities/market/tax/tax-answers.ts'
import type { TaxProviders } from '#entities/market/tax/tax-port.ts'
import { type Shop, shopOf } from '#entities/shop.ts'
import { currentDeadline } from '#server/base/deadline.ts'
import type { ShopParts } from '../plugin/shop-parts.ts'
import { type EffectContexts, type RefusableStep, STEPS, type StepContexts, type StepName } from '../plugin/steps.ts'
import { EffectRun, type ShopTables, shopTablesOf } from './effect-statements.ts'

export type InstalledParts = Pick<
  ShopParts,
  | 'effects'
  | 'events'
  | 'mails'
  | 'freeze'
  | 'plugins'
  | 'prices'
  | 'providers'
  | 'rules'
  | 'notifications'
  | 'search'
  | 'oldAddresses'
  | 'settings'
  | 'tenders'
  | 'timeZone'
> & {
  logger?: Logger | undefined
}

/** Applies the parts of the plugins to all entity managers of `orm`. */
export function installParts(orm: MikroORM, parts: InstalledParts): void {
  const { events, plugins, prices, providers, search, oldAddresses, mails, notifications, tenders, timeZone, logger } =
    parts
  const shop = Object.assign(shopOf(orm), {
    plugins,
    mails,
    notifications,
    tenders,
    timeZone,
    events,
    prices,
    taxes: createTaxAnswers(providers.tax, logger),
    search: search && createSearchEngine(search, logger),
    oldAddresses,
  })
  const tables = shopTablesOf(orm, parts.plugins)
  for (const name of Object.keys(STEPS) as StepName[]) {
    if (isRefusable(name)) installRules(name, shop, parts)
    installEffects(name, shop, { ...parts, tables })
  }
}

const createTaxAnswers = (providers: TaxProviders, logger: Logger | undefined): TaxAnswers =>
  new TaxAnswers(providers, (err, tax_provider) =>
    logger?.warn({ err, tax_provider }, 'The tax provider gave no valid answer'),
  )

const createSearchEngine = (provider: SearchProvider, logger: Logger | undefined): SearchEngine =>
  new SearchEngine(provider, (err) =>
    logger?.warn({ err }, 'The search provider gave no valid answer. PostgreSQL answers the search.'),
  )

const isRefusable = (name: StepName): name is RefusableStep => !STEPS[name].description.onlyEffects

function installRules<Name extends RefusableStep>(
  name: Name,
  shop: Shop,
  { rules, settings, freeze }: InstalledParts,
): void {
  const stepRules = rules.flatMap(({ [name]: rule }) => rule ?? [])
  STEPS[name].setRules(
    shop,
    stepRules.map((rule) => ({ em, ...context }) => {
      const frozen = freezeContext<StepContexts[Name]>(freeze, context)
      return withStatementCheck(em, assertReads, async () => rule({ ...frozen, em, settings, signal: currentSignal() }))
    }),
  )
}

function installEffects<Name extends StepName>(
  name: Name,
  shop: Shop,
  { effects, settings, freeze, tables }: InstalledParts & { tables: ShopTables },
): void {
  const { fields = [] } = STEPS[name].description
  STEPS[name].setEffects(
    shop,
    effects.flatMap(({ plugin, effects: { [name]: effect } }, place) => {
      if (!effect) return []
      const statements = { effect: `${name} of the plugin ${plugin}`, fields, tables }
      return {
        place,
        run: async ({ em, ...context }) => {
          const run = new EffectRun(statements)
          const check = (sql: string) => run.check(sql)
          await withStatementCheck(em, check, async () => {
            await effect({
              ...freezeContext<EffectContexts[Name]>(freeze, context),
              em,
              settings,
              signal: currentSignal(),
            })
            await em.flush()
          })
          return run.hasSetFields
        },
      }
    }),
  )
}

const currentSignal = (): AbortSignal => currentDeadline()?.signal ?? NEVER

/** The signal in a background job, which has no deadline. */
const NEVER = new AbortController().signal

function freezeContext<Context extends object>(freeze: ShopParts['freeze'], context: object): Context
function freezeContext(freeze: ShopParts['freeze'], context: object): object {
  return freeze(context)
}
