import { TRPCClientError } from '@trpc/client'
import { type ShopError, shopError } from '#client/index.ts'
import { ForeignAnswer } from './foreign-answer.ts'
import { type FieldWords, sentenceOfRule } from './form/issue-sentence.ts'
import { labelOfField } from './form/label-of-field.ts'
import { type RefusalWords, refusalText } from './refusal-text.ts'
import { UnknownResult } from './unknown-result.ts'

/** The message of the shop, or a sentence for a request without a response of the shop. */
export function errorText(error: unknown, words: RefusalWords & FieldWords): string {
  const refusal = shopError(error)
  if (refusal) return rulesText(refusal, words) ?? refusalText(refusal, words)
  const cause = error instanceof TRPCClientError ? error.cause : error
  if (cause instanceof UnknownResult) return words.failedUnknown
  if (cause instanceof ForeignAnswer)
    return cause.status === 413 ? words.failedTooLarge : words.failedAnswer(cause.status)
  return cause instanceof DOMException && cause.name === 'TimeoutError' ? words.failedTimeout : words.failedOffline
}

/** The broken rules of an input, with the labels of its fields. Undefined for an error about anything else. */
function rulesText({ fields }: ShopError, words: FieldWords): string | undefined {
  const sentences = fields.flatMap(({ path, rule }) => {
    if (!rule) return []
    const label = labelOfField(document.body, path)
    return label === path.replaceAll('_', ' ')
      ? [sentenceOfRule(rule, words)]
      : [`${label}: ${sentenceOfRule(rule, words)}`]
  })
  return sentences.length > 0 ? [...new Set(sentences)].join(' · ') : undefined
}
