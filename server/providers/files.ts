import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { Config } from '#server/settings/config.ts'
import { FileLinks } from './file-links.ts'
import { LocalFiles } from './local-files.ts'

/** Opens the file store of a plugin, or else the file store that the environment describes. */
export async function openFileStore({
  config: { files, sessionSecret },
  parts,
}: {
  config: Pick<Config, 'files' | 'sessionSecret'>
  parts: Pick<ShopParts, 'files'>
}): Promise<FileStore> {
  if (parts.files) return parts.files
  const { directory, url, s3 } = files
  // Loading the S3 client takes time.
  if (s3) return new (await import('./s3-files.ts')).S3Files({ ...s3, url })
  const local = new LocalFiles({ directory, links: new FileLinks(sessionSecret), ...(url ? { url } : {}) })
  await local.tidy()
  return local
}
