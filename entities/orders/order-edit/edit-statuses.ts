export const EDIT_STATUSES = ['created', 'requested', 'confirmed', 'declined', 'canceled'] as const
export type EditStatus = (typeof EDIT_STATUSES)[number]

/** An order has at most one edit with an open status. */
export const OPEN_EDIT_STATUSES = ['created', 'requested'] as const satisfies EditStatus[]

/** An administrator can confirm an edit without requesting the confirmation of the customer. */
export const EDIT_TRANSITIONS = {
  created: ['requested', 'confirmed', 'canceled'],
  requested: ['confirmed', 'declined', 'canceled'],
  confirmed: [],
  declined: [],
  canceled: [],
} as const satisfies Record<EditStatus, readonly EditStatus[]>
