import { TRPCClientError } from '@trpc/client'
import { shopUrl } from '#console/app/address.ts'
import { answerOfShop } from '#console/app/fetch-from-shop.ts'

interface Refusal {
  message: string
  reason?: { name: 'file_too_large'; maximum: number }
}

/** Returns the id of the upload. @throws the refusal as the typed client does. */
export async function uploadShop(file: File, maximum: number): Promise<string> {
  // A browser shows no response before it has sent the whole file.
  if (file.size > maximum)
    throw refused(413, { message: 'The file is too large', reason: { name: 'file_too_large', maximum } })
  const answer = answerOfShop(
    await fetch(`${shopUrl}operator/files`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    }),
  )
  if (!answer.ok) throw refused(answer.status, (await answer.json()) as Refusal)
  const { upload } = (await answer.json()) as { upload: string }
  return upload
}

const refused = (httpStatus: number, { message, ...data }: Refusal) =>
  TRPCClientError.from({
    error: { message, code: -32600, data: { type: 'invalid_data', ...data, httpStatus } },
  })
