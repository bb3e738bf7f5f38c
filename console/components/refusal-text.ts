import type { ShopError } from '#client/index.ts'
import type { en } from '#console/strings/refusals.ts'

export type RefusalWords = Readonly<typeof en>
export type Refusal = Pick<ShopError, 'type' | 'code' | 'message'>

/**
 * The message of the shop in the language of the user. Another language than English has words for the code or the type of
 * the refusal. Most words of a type contain the English message, because most refusals have no code.
 */
export function refusalText({ type, code, message }: Refusal, words: RefusalWords): string {
  const key = [`refused_${code}`, `refused_${type}`].find((name): name is keyof RefusalWords => name in words)
  return key ? words[key](message) : message
}
