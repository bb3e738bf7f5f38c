import { buffer } from 'node:stream/consumers'
import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { FileKey } from '#entities/platform/file/file-key.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'

export interface Logo {
  key: FileKey
  /** In pixels. */
  width: number
  height: number
}

/** Returns undefined if the seller has no logo. */
export const maybeFindLogo = async (em: EntityManager): Promise<Logo | undefined> => (await selectLogo(em))[0]

/** The PNG of the logo. A document without its logo is better than none, so a lost file is logged and undefined too. */
export async function maybeReadLogo(
  em: EntityManager,
  files: FileStore,
  logger?: { info(facts: object, text: string): void },
): Promise<(Logo & { png: Buffer }) | undefined> {
  const logo = await maybeFindLogo(em)
  if (!logo) return undefined
  try {
    return { ...logo, png: await buffer(await files.read(logo.key)) }
  } catch (err) {
    logger?.info({ err, key: logo.key }, 'The logo could not be read')
    return undefined
  }
}

const selectLogo = statement<Logo>(`
  select logo_key as key, logo_width as width, logo_height as height from store where logo_key is not null limit 1`)
