import type { EntityManager } from '@mikro-orm/postgresql'
import type { PriceFunction } from './cart/pricing/price-functions.ts'
import type { OldAddresses } from './catalogue/import-export/old-addresses/old-address-port.ts'
import type { SearchEngine } from './catalogue/search/search-engine.ts'
import type { Languages } from './market/language/language.ts'
import type { CachedSettings } from './market/settings/settings.ts'
import type { TaxAnswers } from './market/tax/tax-answers.ts'
import type { PluginEventGroup } from './platform/event/plugin-events.ts'
import type { NotificationProviders } from './platform/notification/notification-port.ts'
import type { PluginMail } from './platform/notification/plugin-mail.ts'
import type { InstalledPlugin } from './platform/plugin/installed-plugins.ts'
import type { TenderKind } from './promotions/balance/tender-kind.ts'

/** The parts of a shop that plugins add, and the state that its process remembers. */
export interface Shop {
  plugins: readonly InstalledPlugin[]
  events: readonly PluginEventGroup[]
  prices: readonly PriceFunction[]
  taxes: Pick<TaxAnswers, 'find'>
  tenders: readonly TenderKind[]
  search: SearchEngine | undefined
  oldAddresses: OldAddresses | undefined
  mails: readonly PluginMail[]
  notifications: NotificationProviders
  /** A name of the IANA database. */
  timeZone: string
  /** Undefined until the process has read it. Use the functions of `inventory-mode.ts`. */
  inventory_enabled: boolean | undefined
  /** The languages in a version of the settings. Use the functions of `market/language/shop-languages.ts`. */
  languages: { version: string; known: Languages | undefined } | undefined
  /** The settings of one version. Use `settingsOf`. */
  settings: CachedSettings | undefined
}

type WithConfig = Pick<EntityManager, 'config'>

const shops = new WeakMap<EntityManager['config'], Shop>()

/** Returns the shop of all entity managers of an ORM. One process can run several shops. */
export function shopOf({ config }: WithConfig): Shop {
  const shop = shops.get(config) ?? createShop()
  shops.set(config, shop)
  return shop
}

/** The name of the time zone of the shop in the IANA database, such as `Europe/Berlin`. */
export const timeZoneOf = (em: WithConfig): string => shopOf(em).timeZone

const createShop = (): Shop => ({
  plugins: [],
  events: [],
  prices: [],
  taxes: { find: () => undefined },
  tenders: [],
  search: undefined,
  oldAddresses: undefined,
  mails: [],
  notifications: new Map(),
  timeZone: 'UTC',
  inventory_enabled: undefined,
  languages: undefined,
  settings: undefined,
})
