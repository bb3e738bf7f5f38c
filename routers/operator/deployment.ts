import type { NewApp, OfferedApp } from '#entities/people/second-factor/app-factor.ts'
import type { ConsoleCall } from './guard-console-call.ts'
import type { ShopWork } from './tasks-port.ts'

/* The ports of the operator's console. `server/hosting/` implements them. */

export type HostedShopStatus = 'creating' | 'active' | 'paused'

export type ShopProblem = 'server_down' | 'database_missing' | 'incomplete' | 'failing_jobs' | 'outdated'

export interface ListedShop {
  id: string
  status: HostedShopStatus
  hosts: string[]
  /** The name of its PostgreSQL server. */
  server: string
  /** The copy of a move. It is complete once the shop has moved, and then it is the earlier database. */
  copy: { server: string; is_complete: boolean } | null
  /** Within a minute. Null if there was none since the directory records it. */
  last_request_at: Date | null
  last_order_at: Date | null
  /** Jobs that have used all their attempts. Null before the first turn of the jobs. */
  failing_jobs: number | null
  /** The last migration that has run. Null before the first one. */
  schema_version: string | null
  /** Bytes of its database. Null before the first measurement. */
  size: number | null
  /** The worst first. */
  problems: ShopProblem[]
}

export interface ShopVariable {
  name: string
  is_set: boolean
  is_secret: boolean
  /** Null for a secret, and for a variable that is not set. */
  value: string | null
}

export interface ShopDetails extends ListedShop {
  /** The address of its console. Null without a host name. */
  console_url: string | null
  database: string
  variables: ShopVariable[]
}

export interface ShopToCreate {
  id: string
  name?: string | undefined
  hosts: string[]
  email: string
}

export interface ListedMember {
  shop_id: string
  email: string
  user_id: string
  created_at: Date
}

export interface ListedAction {
  id: string
  created_at: Date
  actor: string
  action: string
  shop_id: string | null
  details: object
  outcome: string | null
}

export interface Added {
  email: string
  /** Shown once. */
  generated_password: string | null
}

/** The shops of the deployment. Each method throws a `DomainError` for an input that it refuses. */
export interface Deployment {
  /** Shops with problems first. */
  list(): Promise<ListedShop[]>
  get(id: string): Promise<ShopDetails>
  create(shop: ShopToCreate): Promise<Added>
  setHosts(id: string, hosts: string[]): Promise<void>
  /** An empty value removes the variable. */
  setVariables(id: string, variables: Record<string, string>): Promise<void>
  pause(id: string): Promise<void>
  resume(id: string): Promise<void>
  upgrade(id: string): Promise<void>
  drop(id: string): Promise<void>
  /** The names of the PostgreSQL servers. */
  servers(): Promise<string[]>
  members(id: string | null): Promise<ListedMember[]>
  addMember(member: { shop: string; email: string; role?: string | undefined }): Promise<Added>
  removeMember(member: { shop: string; email: string }): Promise<void>
  operators(): Promise<{ email: string; created_at: Date; has_second_factor: boolean }[]>
  addOperator(email: string): Promise<Added>
  removeOperator(email: string): Promise<void>
  /** Removes the second factor of an operator, and ends its sessions. @throws NotFound */
  resetSecondFactor(email: string): Promise<void>
  actions(filter: { shop: string | null; before: string | null }): Promise<ListedAction[]>
  /** Records the action in the audit log of the directory, runs it, and records its outcome. */
  record<Result>(action: Action, run: () => Promise<Result>): Promise<Result>
}

export interface Action {
  actor: string
  action: string
  shop_id: string | null
  details: object
}

export interface ListedSession {
  id: string
  created_at: Date
  last_used_at: Date | null
  user_agent: string | null
  /** The network, such as `203.0.113.x`. */
  address: string | null
  is_current: boolean
}

/**
 * The session and the account of the caller at the operator's host. Methods with `password` throw InvalidData for a wrong one and TooManyRequests
 * after many.
 */
export interface OperatorSession {
  /** The e-mail address of the operator, or undefined without a session. */
  identify(): Promise<string | undefined>
  /** @throws Unauthorized, also without a right code of the second factor. TooManyRequests after many wrong passwords or codes. */
  logIn(credentials: { email: string; password: string; code?: string | null | undefined }): Promise<string>
  logOut(): Promise<void>
  /** Ends all sessions of the operator, and begins a new one. */
  changePassword(email: string, change: { password: string; new_password: string }): Promise<void>
  sessions(email: string): Promise<ListedSession[]>
  /** @throws NotFound */
  endSession(email: string, id: string): Promise<void>
  /** Ends all sessions of the operator, also this one. */
  logOutEverywhere(email: string): Promise<void>
  secondFactor(email: string): Promise<{ has_app: boolean; recovery_codes_left: number }>
  beginApp(email: string): Promise<OfferedApp>
  /** Returns recovery codes with the first app, which ends the other sessions. */
  addApp(email: string, app: NewApp & { password: string }): Promise<string[] | null>
  removeApp(email: string, password: string): Promise<void>
  /** @throws NotAllowed without an app. */
  renewRecoveryCodes(email: string, password: string): Promise<string[]>
}

export interface OperatorContext extends ConsoleCall {
  deployment: Deployment
  work: ShopWork
  session: OperatorSession
}
