/** How far an edit of an order is. Two are open; the others are ends. */
export const EDIT_STATUSES = ['created', 'requested', 'confirmed', 'declined', 'canceled'] as const
export type EditStatus = (typeof EDIT_STATUSES)[number]

/** An order has at most one edit in these. */
export const OPEN_EDIT_STATUSES = ['created', 'requested'] as const satisfies EditStatus[]

export const isOpen = ({ status }: { status: EditStatus }): boolean =>
  (OPEN_EDIT_STATUSES as readonly EditStatus[]).includes(status)

/** From each state to those that may follow it. Who runs the shop may confirm without asking the customer. */
export const EDIT_TRANSITIONS = {
  created: ['requested', 'confirmed', 'canceled'],
  requested: ['confirmed', 'declined', 'canceled'],
  confirmed: [],
  declined: [],
  canceled: [],
} as const satisfies Record<EditStatus, readonly EditStatus[]>
