/**
 * `good`: done, or in force. `busy`: under way, and no user has to act. `attention`: a user has to act. `bad`: failed. `quiet`: ended, or
 * not begun.
 */
export type Tone = 'good' | 'busy' | 'attention' | 'bad' | 'quiet'

/** The tone of each status of each kind. The same word has the same tone in all of them. A test holds it. */
export const TONES = {
  order: {
    pending: 'busy',
    completed: 'good',
    archived: 'quiet',
    canceled: 'quiet',
    requires_action: 'bad',
  },
  payment: {
    not_paid: 'attention',
    due: 'attention',
    awaiting: 'busy',
    captured: 'good',
    partially_refunded: 'quiet',
    refunded: 'quiet',
    canceled: 'quiet',
    requires_action: 'bad',
  },
  fulfillment: {
    not_fulfilled: 'attention',
    partially_fulfilled: 'busy',
    fulfilled: 'busy',
    partially_shipped: 'busy',
    shipped: 'good',
    partially_returned: 'quiet',
    returned: 'quiet',
    canceled: 'quiet',
    requires_action: 'bad',
  },
  return: { requested: 'attention', received: 'good', requires_action: 'bad', canceled: 'quiet' },
  claim: { na: 'busy', not_refunded: 'attention', refunded: 'quiet' },
  swap: {
    not_paid: 'attention',
    awaiting: 'busy',
    captured: 'good',
    confirmed: 'good',
    canceled: 'quiet',
    difference_refunded: 'quiet',
    partially_refunded: 'quiet',
    refunded: 'quiet',
    requires_action: 'bad',
  },
  edit: { created: 'quiet', requested: 'attention', confirmed: 'good', declined: 'bad', canceled: 'quiet' },
  draft: { open: 'busy', completed: 'good' },
  past: { open: 'busy', completed: 'good', canceled: 'quiet', refunded: 'quiet' },
  product: { draft: 'quiet', proposed: 'attention', published: 'good', rejected: 'bad', archived: 'quiet' },
  stock: { enough: 'good', low: 'attention', backorder: 'busy', soldOut: 'bad' },
  validity: {
    draft: 'quiet',
    scheduled: 'busy',
    active: 'good',
    usedUp: 'attention',
    empty: 'quiet',
    expired: 'quiet',
    ended: 'quiet',
    disabled: 'quiet',
  },
  batch: {
    created: 'busy',
    pre_processed: 'attention',
    confirmed: 'busy',
    processing: 'busy',
    completed: 'good',
    canceled: 'quiet',
    failed: 'bad',
  },
  job: { running: 'busy', waiting: 'busy', scheduled: 'busy', retrying: 'attention', failed: 'bad' },
  delivery: { pending: 'busy', delivered: 'good', failed: 'bad' },
  shop: { active: 'good', paused: 'quiet' },
  task: { running: 'busy', done: 'good', failed: 'bad', canceled: 'quiet' },
} as const satisfies Record<string, Record<string, Tone>>

/** The tone of a setting that is on or off, such as a key, a webhook or a second factor. */
export const toneOfSetting = (isOn: boolean): Tone => (isOn ? 'good' : 'quiet')
