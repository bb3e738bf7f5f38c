import type { Translation } from '../define-strings.ts'
import type { en } from '../plugins.ts'

export const words: Translation<typeof en> = {
  fields: 'Felder von Plugins',
  values: 'Werte von Plugins',
  navigation: 'Plugins',
}
