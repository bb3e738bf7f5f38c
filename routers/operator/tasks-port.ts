import type { RefusalReason } from '#entities/refusal-reasons.ts'

/* The port of long work on shops. `server/hosting/tasks/` implements it. */

export const TASK_KINDS = ['copy', 'export', 'import', 'move', 'move_back', 'move_finish', 'move_cancel'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/** The changes of a shop. Only one of them runs at a time. */
export const SHOP_CHANGES = [
  'create',
  'copy',
  'import',
  'drop',
  'move',
  'move_back',
  'move_finish',
  'move_cancel',
  'recover',
] as const
export type ShopChange = (typeof SHOP_CHANGES)[number]

export type TaskStatus = 'running' | 'done' | 'failed' | 'canceled'

/** The step of a move, or the rows of a transfer so far. */
export type TaskProgress =
  | { name: 'transferred'; tables: number; rows: number; files: number }
  | { name: 'checking' }
  /** For other work on the shop, of another operator, or of a command for null. */
  | { name: 'waiting'; change: ShopChange | null; actor: string | null }
  /** After a wait. */
  | { name: 'begun' }
  | { name: 'creating_database' }
  | { name: 'copying'; copied: number; tables: number }
  | { name: 'catching_up' }
  | { name: 'copied' }
  | { name: 'switched'; milliseconds: number }
  | { name: 'retrying'; attempt: number }

export interface TaskFailure {
  message: string
  reason?: RefusalReason | undefined
}

export interface ListedTask {
  id: string
  kind: TaskKind
  /** The shop that is read or moved. For an import, the new shop. */
  shop_id: string
  actor: string
  details: { id?: string; server?: string; hosts?: string[] }
  status: TaskStatus
  progress: TaskProgress | null
  failure: TaskFailure | null
  /** Whether an operator has canceled it. It ends soon. */
  is_canceled: boolean
  created_at: Date
  ended_at: Date | null
}

interface Target {
  /** The id of the new shop. */
  id: string
  hosts: string[]
  server?: string | undefined
}

/** Each method that starts a task returns its id, and throws a `DomainError` if the shop has a running one. */
export interface ShopWork {
  list(shop: string | null): Promise<ListedTask[]>
  /** Maximum size of an uploaded file, in bytes. */
  maxUpload: number
  copy(actor: string, task: Target & { from: string }): Promise<string>
  export(actor: string, task: { id: string; passphrase?: string | undefined }): Promise<string>
  import(actor: string, task: Target & { upload: string; passphrase?: string | undefined }): Promise<string>
  move(actor: string, task: { id: string; server: string }): Promise<string>
  moveBack(actor: string, id: string): Promise<string>
  finishMove(actor: string, id: string): Promise<string>
  cancelMove(actor: string, id: string): Promise<string>
  /** @throws NotFound. NotAllowed if the task has ended. */
  cancel(task: string): Promise<void>
}
