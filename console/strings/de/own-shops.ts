import type { Translation } from '../define-strings.ts'
import type { en } from '../own-shops.ts'

export const words: Translation<typeof en> = {
  changeShop: 'Shop wechseln',
  proveText: 'Geben Sie Ihr Passwort für alle Shops ein. Das Passwort dieses Shops ist ein anderes.',
  password: 'Passwort für alle Shops',
  showShops: 'Meine Shops zeigen',
  refused:
    'Der Shop ließ sich nicht öffnen. Der Weg dorthin ist abgelaufen, oder Sie haben keinen Zugang. Wählen Sie den Shop noch einmal.',
}
