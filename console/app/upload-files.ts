import { shopUrl } from './address.ts'

/** A file that the shop has stored. `key` identifies it in procedures, such as the import of products. */
export interface StoredFile {
  url: string
  key: string
}

/**
 * Sends files to the shop. Public files can be read by their address without a login.
 * @throws Error with the message of the shop.
 */
export async function uploadFiles(files: readonly File[], access: 'public' | 'private'): Promise<StoredFile[]> {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  const address = new URL(access === 'public' ? 'admin/uploads' : 'admin/uploads/protected', shopUrl)
  const answer = await fetch(address, { method: 'POST', body: form })
  const body: { uploads?: StoredFile[]; message?: string } = await answer.json()
  if (!body.uploads) throw new Error(body.message ?? answer.statusText)
  return body.uploads
}
