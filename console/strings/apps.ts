import { defineStrings } from './define-strings.ts'

/** Services that the shop is connected to by OAuth. */
export const en = {
  name: 'Name',
  status: 'Status',
  connected: 'Connected',
  notConnected: 'Not connected',
  empty: 'No plugin of this shop connects it to another service.',
  connect: 'Connect',
  connectOf: (name: string) => `Connect ${name}`,
  refresh: 'Renew the tokens',
  refreshOf: (name: string) => `Renew the tokens of ${name}`,
  refreshed: 'Tokens renewed',
  disconnect: 'Disconnect',
  disconnectOf: (name: string) => `Disconnect ${name}`,
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectText: 'The shop deletes its tokens and can no longer use the service.',
  disconnected: 'Disconnected',
  connecting: 'Completing the connection',
}

export const apps = defineStrings(en, { de: () => import('./de/apps.ts') })
