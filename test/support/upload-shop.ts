import { readdir } from 'node:fs/promises'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import type { BodyOf, Reply } from './reply.ts'
import { scratchDirectory } from './scratch-directory.ts'
import { localFiles, openTestShop, type TestShop } from './shop.ts'

export type Body = FormData | string
export type Part = [content: string | Uint8Array<ArrayBuffer>, name: string]

/** A shop that accepts up to three files of two megabytes in an upload. */
export interface UploadShop {
  shop: TestShop
  token: string
  /** The names of all stored and all unfinished files. */
  storedFiles(): Promise<string[]>
  send(body: Body, how?: { path?: string; headers?: object }): Promise<UploadReply>
  /** Makes every write to the store throw this error. Undefined lets writes succeed again. */
  failWrites(fault: Error | undefined): void
}

type UploadBody = BodyOf<'POST', '/admin/uploads'>
type UploadReply = Pick<Reply<UploadBody>, 'status' | 'body'>

export const FILE_SIZE = 2 * 1024 * 1024

export async function openUploadShop(ending: AsyncDisposableStack): Promise<UploadShop> {
  const directory = ending.use(scratchDirectory()).path
  const files = localFiles(directory)
  const write = files.write.bind(files)
  let fault: Error | undefined
  files.write = async (...given) => {
    if (fault) throw fault
    return write(...given)
  }
  const config = { uploads: { fileSize: FILE_SIZE, files: 3 }, logLevel: 'silent' } as const
  const shop = ending.use(await openTestShop({ files, config }))
  await addUser(shop.orm, { email: 'uploader@example.com', password: 'correct horse', role: 'member' })
  const token = await issueApiToken(shop.orm, 'uploader@example.com')
  return {
    shop,
    token,
    storedFiles: async () =>
      (await readdir(directory, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted(),
    send: async (body, { path = '/admin/uploads', headers = {} } = {}) => {
      const who = { authorization: `Bearer ${token}` }
      const answer = await fetch(shop.url + path, { method: 'POST', body, headers: { ...who, ...headers } })
      return { status: answer.status, body: JSON.parse(await answer.text()) }
    },
    failWrites: (reason) => {
      fault = reason
    },
  }
}

export function formOf(...parts: Part[]): FormData {
  const form = new FormData()
  for (const [content, name] of parts) form.append('files', new Blob([content]), name)
  return form
}
