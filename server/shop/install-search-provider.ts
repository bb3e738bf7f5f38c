import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { setSearchEngine } from '#entities/catalogue/search/installed-search-engine.ts'
import { SearchEngine } from '#entities/catalogue/search/search-engine.ts'
import type { ShopParts } from './shop-parts.ts'

/** Applies the search provider to all searches of entity managers of `orm`. */
export function installSearchProvider(
  { config }: MikroORM,
  { search, logger }: Pick<ShopParts, 'search'> & { logger?: Logger | undefined },
): void {
  if (!search) return
  const onError = (err: unknown) =>
    logger?.warn({ err }, 'The search provider gave no valid answer. PostgreSQL answers the search.')
  setSearchEngine(config, new SearchEngine(search, onError))
}
