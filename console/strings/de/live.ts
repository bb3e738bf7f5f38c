import type { Translation } from '../define-strings.ts'
import type { en } from '../live.ts'

export const words: Translation<typeof en> = {
  reconnecting: 'Die Verbindung zum Shop wird wiederhergestellt',
  changedBy: (name, fields) => `${name} hat ${fields} geändert`,
  changedByYou: (fields) => `Sie haben ${fields} in einem anderen Fenster geändert`,
  changed: (fields) => `${fields} wurde geändert`,
  changedElsewhere: (fields) => `Ein Kunde oder der Shop hat ${fields} geändert`,
  merged: 'Das Formular zeigt die neuen Werte. Ihre Änderungen bleiben erhalten.',
  disputed: 'Sie haben dasselbe geändert. Wählen Sie, welche Werte bleiben.',
  otherUser: 'Ein anderer Benutzer',
  theirValue: (field, value) => `${field}: ${value}`,
  empty: '(leer)',
  takeTheirs: 'Werte der anderen Seite übernehmen',
  keepOwn: 'Meine Werte behalten',
}
