import type { Reply } from './sample-api.ts'

export async function replyOf(answer: Response): Promise<Reply> {
  const { status, headers } = answer
  const text = await answer.text()
  const isJson = headers.get('content-type')?.includes('json')
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : text || undefined }
}
