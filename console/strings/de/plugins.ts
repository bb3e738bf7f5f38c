import type { Translation } from '../define-strings.ts'
import type { en } from '../plugins.ts'

export const words: Translation<typeof en> = {
  editFields: 'Felder bearbeiten',
  editFieldsOf: (name) => `Die Felder von ${name} bearbeiten`,
  fields: 'Felder von Plugins',
  values: 'Werte von Plugins',
  actionDone: (action) => `Erledigt: ${action}`,
  example: (example) => `Zum Beispiel ${example}`,
}
