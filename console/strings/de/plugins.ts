import type { Translation } from '../define-strings.ts'
import type { en } from '../plugins.ts'

export const words: Translation<typeof en> = {
  editFields: 'Felder bearbeiten',
  editFieldsOf: (name) => `Die Felder von ${name} bearbeiten`,
  fields: 'Felder von Plugins',
  values: 'Werte von Plugins',
  actionDone: (action) => `Erledigt: ${action}`,
  uploadFile: 'Datei hochladen',
  replaceFile: 'Datei ersetzen',
  removeFile: 'Datei entfernen',
  fileTooLarge: (bytes) => `Diese Datei ist zu groß. Wählen Sie eine mit höchstens ${Math.floor(bytes / 1000)} kB.`,
  example: (example) => `Zum Beispiel ${example}`,
}
