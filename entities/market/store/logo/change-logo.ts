import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { lockStore } from '../find-store.ts'
import type { Store } from '../store.ts'
import type { StoredLogo } from './logo-folder.ts'

/** Replaces the logo, or removes it. The shop deletes the old file a day later, so that open pages still show it. */
export async function changeLogo(em: EntityManager, logo: StoredLogo | null): Promise<Row<Store>> {
  const store = await lockStore(em)
  if (store.logo_key) await releaseFile(em, store.logo_key)
  store.logo_key = logo?.key ?? null
  store.logo_width = logo?.width ?? null
  store.logo_height = logo?.height ?? null
  return store
}

const releaseFile = statement('update upload set released_at = now() where key = $1')
