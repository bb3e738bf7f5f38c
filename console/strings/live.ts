import { defineStrings } from './define-strings.ts'

/** Changes of other users while a page is open. */
export const en = {
  reconnecting: 'Connecting to the shop again',
  changedBy: (name: string, fields: string) => `${name} changed ${fields}`,
  changedByYou: (fields: string) => `You changed ${fields} in another window`,
  changed: (fields: string) => `${fields} changed`,
  changedElsewhere: (fields: string) => `A customer or the shop changed ${fields}`,
  merged: 'The form shows the new values. Your changes are kept.',
  disputed: 'You changed the same fields. Choose which values to keep.',
  otherUser: 'Another user',
  theirValue: (field: string, value: string) => `${field}: ${value}`,
  empty: '(empty)',
  takeTheirs: 'Take their values',
  keepOwn: 'Keep my values',
}

export const live = defineStrings(en, { de: () => import('./de/live.ts') })
