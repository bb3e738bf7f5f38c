import type { ShopError } from '#client/index.ts'
import type { en } from '#console/strings/refusals.ts'

export type RefusalWords = Readonly<typeof en>
type RefusalKey = Extract<keyof RefusalWords, `refused_${string}`>
export type Refusal = Pick<ShopError, 'type' | 'code' | 'reason' | 'message'>

/**
 * The message of the shop in the language of the user. Another language than English has words for the reason, the code or
 * the type of the refusal. Words of a type can contain the English message.
 */
export function refusalText({ type, code, reason, message }: Refusal, words: RefusalWords): string {
  if (reason) return words.reasonText(reason, message)
  const key = [`refused_${code}`, `refused_${type}`].find((name): name is RefusalKey => name in words)
  return key ? words[key](message) : message
}
