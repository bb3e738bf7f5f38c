import type { en } from '../apps.ts'
import type { Translation } from '../define-strings.ts'

export const words: Translation<typeof en> = {
  name: 'Name',
  status: 'Status',
  connected: 'Verbunden',
  notConnected: 'Nicht verbunden',
  empty: 'Kein Plugin dieses Shops verbindet ihn mit einem anderen Dienst.',
  connect: 'Verbinden',
  connectOf: (name) => `${name} verbinden`,
  refresh: 'Tokens erneuern',
  refreshOf: (name) => `Tokens von ${name} erneuern`,
  refreshed: 'Tokens erneuert',
  disconnect: 'Trennen',
  disconnectOf: (name) => `${name} trennen`,
  disconnectTitle: (name) => `${name} trennen?`,
  disconnectText: 'Der Shop löscht die Tokens und kann den Dienst nicht mehr nutzen.',
  disconnected: 'Getrennt',
  connecting: 'Die Verbindung wird hergestellt',
}
