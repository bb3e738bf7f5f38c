import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileLinks } from '#server/providers/file-links.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import { SESSION_SECRET } from './serve-shop.ts'

/** Opens a file store whose directory is deleted with the resources. */
export function openFiles(resources: AsyncDisposableStack): LocalFiles {
  const directory = mkdtempSync(join(tmpdir(), 'cartwright-files-'))
  resources.defer(() => rmSync(directory, { recursive: true, force: true }))
  return new LocalFiles({ directory, links: new FileLinks(SESSION_SECRET) })
}
