import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { Config } from '#server/config.ts'
import { FileLinks } from './file-links.ts'
import { LocalFiles } from './local-files.ts'

/** Loads the S3 client only for S3, because loading takes time. */
export async function openFileStore({
  files,
  sessionSecret,
}: Pick<Config, 'files' | 'sessionSecret'>): Promise<FileStore> {
  const { directory, url, s3 } = files
  if (s3) return new (await import('./s3-files.ts')).S3Files({ ...s3, url })
  const local = new LocalFiles({ directory, links: new FileLinks(sessionSecret), ...(url ? { url } : {}) })
  await local.tidy()
  return local
}
