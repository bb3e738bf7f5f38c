import type { ConsoleCall } from './guard-console-call.ts'

/* The ports of the operator's console. `server/hosting/` implements them. */

export type HostedShopStatus = 'creating' | 'active' | 'paused'

export interface ListedShop {
  id: string
  status: HostedShopStatus
  hosts: string[]
  /** The address of its console. Null without a host name. */
  console_url: string | null
  /** Bytes of its database. Null if it is missing. */
  size: number | null
}

export interface ShopVariable {
  name: string
  is_set: boolean
  is_secret: boolean
  /** Null for a secret, and for a variable that is not set. */
  value: string | null
}

export interface ShopDetails extends ListedShop {
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
  members(id: string | null): Promise<ListedMember[]>
  addMember(member: { shop: string; email: string; role?: string | undefined }): Promise<Added>
  removeMember(member: { shop: string; email: string }): Promise<void>
  operators(): Promise<{ email: string; created_at: Date }[]>
  addOperator(email: string): Promise<Added>
  removeOperator(email: string): Promise<void>
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

/** The session of the caller at the operator's host. */
export interface OperatorSession {
  /** The e-mail address of the operator, or undefined without a session. */
  identify(): Promise<string | undefined>
  /** @throws Unauthorized. TooManyRequests after many wrong passwords. */
  logIn(credentials: { email: string; password: string }): Promise<string>
  logOut(): Promise<void>
  /** Ends all sessions of the operator, and begins a new one. @throws InvalidData for a wrong password. */
  changePassword(email: string, change: { password: string; new_password: string }): Promise<void>
}

export interface OperatorContext extends ConsoleCall {
  deployment: Deployment
  session: OperatorSession
}
