import type { RefusalReason, RefusalReasons } from '#client/index.ts'

export type ReasonTexts = { [Name in keyof RefusalReasons]?: (reason: RefusalReason<Name>) => string }

/** Sentences for merchants. The messages of the shop for these reasons are for programs, or keep the wording of Medusa v1. */
export const reasonTexts: ReasonTexts = {
  file_no_shop: () => 'The file is no shop, or is not complete. Export the shop again, and upload the whole file.',
  file_newer: () =>
    'The file is of a newer version, or of one with other plugins. Install the same version and plugins here.',
  file_older: () =>
    'The file is of an older version, or of one with fewer plugins. Update the source, and export the shop again.',
  file_without_variables: () => 'The file has no variables. Leave the passphrase empty.',
  server_not_logical: ({ server }) =>
    `The PostgreSQL server ${server} keeps no logical WAL. Set wal_level = logical there, and restart it.`,
  claim_mixes_types: () => 'A claim refunds the items or replaces them, but not both.',
  claim_sends_nothing: () => 'This claim only refunds. It has nothing to send.',
  claim_without_items: () => 'Choose at least one item of the claim.',
  claim_without_replacement: () => 'Choose at least one replacement.',
  condition_empty: () => 'Choose at least one entry for the condition.',
  condition_types_mixed: () => 'A condition contains entries of one kind.',
  language_invalid: () => 'Use a language tag, such as de or pt-BR.',
  language_repeated: () => 'Each language can be in the list once.',
  default_language: ({ language }) =>
    `The texts themselves are in ${language}, so it stays the default language as long as texts are translated.`,
  language_fallback_invalid: ({ from, to }) => `${to} cannot replace the missing texts of ${from}.`,
  language_not_in_store: ({ language, languages }) =>
    languages === ''
      ? `The store takes no translations to ${language}. Add the language in the settings of the store.`
      : `The store takes no translations to ${language}, only to ${languages}.`,
  text_not_translatable: ({ column, columns }) => `${column} has no translations, only ${columns}.`,
  text_required: ({ column }) => `${column} must not be empty. Remove the translation instead.`,
  currency_not_in_store: () => 'The store does not have this currency. Add it in the settings of the store.',
  discount_not_dynamic: () => 'Only a discount with dynamic codes can have separate codes.',
  discount_unknown: ({ codes }) => `There is no discount with the code ${codes}.`,
  entry_missing: () => 'This entry no longer exists. Load the page again.',
  inventory_disabled: () => 'Stock locations are not enabled in this shop.',
  line_not_open: () => 'The item belongs to no open order.',
  order_part_fixed: () => 'This part of an order can no longer change.',
  origin_blocked: () =>
    'The shop accepts no changes from this address. Open the console at the address of the shop, or add this one to ADMIN_CORS.',
  owner_refunds_return: ({ owner }) =>
    `The ${owner === 'claim' ? 'claim' : 'exchange'} settles the items of this return. Receive the return without a refund.`,
  payment_without_order: () => 'This payment belongs to no order yet.',
  provider_failed: () => 'The provider gave no usable answer. Try again in a moment.',
  saved_method_fixed: ({ provider }) => `The provider "${provider}" cannot remove saved payment methods.`,
  provider_not_installed: ({ provider }) => `The provider "${provider}" is not installed. Install its plugin.`,
  record_exists: () => 'Such an entry exists already.',
  references_missing: () => 'An entry that you chose no longer exists. Choose another one.',
  too_many_entries: ({ maximum }) => `At most ${maximum.toLocaleString('en')} entries are possible at once.`,
  upload_incomplete: () => 'The file did not arrive completely. Upload it again.',
  value_exists: () => 'Such an entry exists already.',
  value_not_allowed: () => 'A value is not allowed.',
  value_required: () => 'A value is missing.',
}

/** Returns undefined for a reason without an English text. */
export function textOfReason(texts: ReasonTexts, reason: { name: string }): string | undefined {
  return Object.hasOwn(texts, reason.name)
    ? (texts as Record<string, (reason: { name: string }) => string>)[reason.name]?.(reason)
    : undefined
}
