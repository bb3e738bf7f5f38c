import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from 'cartwright'
import { mergeTheme } from '../theme/merge-theme.ts'
import type { Theme } from '../theme/theme.ts'
import type { Site } from './site.ts'

export interface ShopFacts {
  /** The name in the settings of the shop. */
  storeName: string
  /** The theme with the changes of the console. */
  theme: Theme
}

const selectShop = statement<{ name: string; changes: string | null }>(`
  select store.name, storefront_theme.changes::text as changes
  from store left join storefront_theme on true limit 1`)

/** The name of the shop and its theme. */
export async function readShop(em: EntityManager, site: Site): Promise<ShopFacts> {
  const [row] = await selectShop(em)
  return { storeName: row?.name ?? '', theme: themeOf(site, row?.changes ?? '{}') }
}

const lastThemes = new WeakMap<Site, { changes: string; theme: Theme }>()

/** Each page needs the theme, and it seldom changes. */
function themeOf(site: Site, changes: string): Theme {
  const last = lastThemes.get(site)
  if (last?.changes === changes) return last.theme
  const theme = mergeTheme(site.theme, JSON.parse(changes))
  lastThemes.set(site, { changes, theme })
  return theme
}
