import type { EntityManager } from '@mikro-orm/postgresql'
import type { SearchEngine } from './search-engine.ts'

/** The search engine belongs to one ORM, so that one process can run several shops. */
const engineByShop = new WeakMap<EntityManager['config'], SearchEngine>()

export const setSearchEngine = (config: EntityManager['config'], engine: SearchEngine): unknown =>
  engineByShop.set(config, engine)

export const searchEngineOf = ({ config }: EntityManager): SearchEngine | undefined => engineByShop.get(config)
