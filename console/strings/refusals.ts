import type { RefusalReason } from '#client/index.ts'
import { reasonTexts, textOfReason } from './refusal-reasons.ts'

const original = (message: string) => message

/** The texts of refusals by the reason, the code or the type of `shopError`. The messages of the shop are English. */
export const en = {
  reasonText: (reason: RefusalReason, message: string): string => textOfReason(reasonTexts, reason) ?? message,
  refused_cart_incompatible_state: original,
  refused_conflict: () => 'Another request is changing the same data. Try again.',
  refused_duplicate_error: original,
  refused_forbidden: original,
  refused_insufficient_inventory: original,
  refused_invalid_data: original,
  refused_not_allowed: original,
  refused_not_found: original,
  refused_payment_authorization_error: original,
  refused_too_many_requests: original,
  refused_unauthorized: (message: string) =>
    message === 'Unauthorized' ? 'You are signed out. Sign in and try again.' : message,
  refused_unavailable: () => 'The shop is not available at the moment. Try again soon.',
  refused_unknown_error: () => 'An unexpected error happened in the shop. Try again.',
  failedOffline: 'The shop does not respond. Check the connection and try again.',
  failedTimeout: 'The shop did not respond in time. Try again: a change that was already made is not made twice.',
  failedUnknown: 'The shop did not respond, but the entry or its new secret may exist. Look before you try again.',
  failedTooLarge: 'This is more than the shop accepts in one request. Choose a smaller file or save less at once.',
  failedAnswer: (status: number) => `The shop could not answer (${status}). Try again in a moment.`,
  /** For the field with a value that another row has. */
  duplicateField: 'Another entry has this value already.',
}
