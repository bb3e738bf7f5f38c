import type { OtherChange } from '../shop-lock.ts'

/** The steps that a move reports. */
export type MoveStep =
  | ({ name: 'waiting' } & OtherChange)
  | { name: 'begun' }
  | { name: 'creating_database'; server: string }
  | { name: 'copying'; copied: number; tables: number }
  | { name: 'catching_up' }
  | { name: 'copied' }
  | { name: 'switched'; milliseconds: number }
  /** Without a directory, requests wait and are not refused. */
  | { name: 'waited'; milliseconds: number }
  | { name: 'retrying'; attempt: number; reason: string }
  | { name: 'moved'; id: string; server: string }
  | { name: 'switch_completed'; id: string; server: string; follower: string }
  | { name: 'returned'; id: string; server: string }
  | { name: 'copy_deleted'; server: string }
  | { name: 'canceled'; id: string; server: string; follower: string }
  /** After an error, because the server keeps its WAL for the copy. */
  | { name: 'interrupted'; id: string; server: string; follower: string; isCopying: boolean }

export interface MoveWork {
  id: string
  report(step: MoveStep): void
  /** The task of an operator. */
  task?: string | undefined
  /** Ends a wait, and the move before its switch. The reason `cancel` also deletes the copy. */
  signal?: AbortSignal | undefined
}
