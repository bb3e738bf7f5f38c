import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from 'cartwright'
import type { PageOfShop } from '../content/page-links.ts'
import { mergeTheme } from '../theme/merge-theme.ts'
import type { Theme } from '../theme/theme.ts'
import type { Site } from './site.ts'

export interface ShopFacts {
  /** The name in the settings of the shop. */
  storeName: string
  /** The logo of the seller, for a theme without one. */
  storeLogo: Theme['logo']
  /** The theme with the changes of the console. */
  theme: Theme
  /** The published pages of the console, in the order of the footer. */
  writtenPages: readonly PageOfShop[]
}

interface Stored {
  changes: string | null
  pages: string | null
}

const selectShop = statement<Stored & { name: string; logo: Theme['logo'] }>(`
  select store.name,
    case when store.logo_key is not null then json_build_object(
      'url', '/uploads/' || store.logo_key, 'width', store.logo_width, 'height', store.logo_height) end as logo,
    storefront_theme.changes::text as changes,
    (select json_agg(json_build_object('slug', slug, 'purpose', purpose, 'titles', titles) order by position, id)
      from storefront_page where is_published)::text as pages
  from store left join storefront_theme on true limit 1`)

/** The name of the shop, its theme and its pages. */
export async function readShop(em: EntityManager, site: Site): Promise<ShopFacts> {
  const [row] = await selectShop(em)
  const { name: storeName = '', logo: storeLogo = null } = row ?? {}
  return { storeName, storeLogo, ...parsed(site, row ?? { changes: null, pages: null }) }
}

type Parsed = Omit<ShopFacts, 'storeName' | 'storeLogo'>

const lastParsed = new WeakMap<Site, Stored & { parsed: Parsed }>()

/** Each page needs these values, and they seldom change. */
function parsed(site: Site, { changes, pages }: Stored): Parsed {
  const last = lastParsed.get(site)
  if (last?.changes === changes && last.pages === pages) return last.parsed
  const result = { theme: mergeTheme(site.theme, JSON.parse(changes ?? '{}')), writtenPages: JSON.parse(pages ?? '[]') }
  lastParsed.set(site, { changes, pages, parsed: result })
  return result
}
