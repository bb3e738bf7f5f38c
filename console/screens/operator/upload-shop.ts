import { shopUrl } from '#console/app/address.ts'
import { answerOfShop } from '#console/app/fetch-from-shop.ts'
import { ForeignAnswer } from '#console/components/foreign-answer.ts'

/** Returns the id of the upload. @throws ForeignAnswer if the shop has refused it. */
export async function uploadShop(file: File): Promise<string> {
  const answer = answerOfShop(
    await fetch(`${shopUrl}operator/files`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    }),
  )
  if (!answer.ok) throw new ForeignAnswer(answer.status)
  const { upload } = (await answer.json()) as { upload: string }
  return upload
}
