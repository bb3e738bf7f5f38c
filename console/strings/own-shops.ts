import { defineStrings } from './define-strings.ts'

export const en = {
  changeShop: 'Change the shop',
  proveText: 'Enter your password for all shops. The password of this shop is another one.',
  password: 'Password for all shops',
  showShops: 'Show my shops',
  refused:
    'The shop could not be opened. The way to it has expired, or you have no access to it. Choose the shop again.',
}

export const ownShopsWords = defineStrings(en, { de: () => import('./de/own-shops.ts') })
