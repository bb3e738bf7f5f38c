import type { FileStore } from '#entities/file/file-port.ts'
import type { Config } from '#server/config.ts'
import { FileLinks } from './file-links.ts'
import { LocalFiles } from './local-files.ts'

/** Opens the store of files that the configuration names. */
export async function openFiles({ files, sessionSecret }: Pick<Config, 'files' | 'sessionSecret'>): Promise<FileStore> {
  const { directory, url } = files
  const local = new LocalFiles({ directory, links: new FileLinks(sessionSecret), ...(url ? { url } : {}) })
  await local.tidy()
  return local
}
