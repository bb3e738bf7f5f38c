import type { Translation } from '../define-strings.ts'
import type { en } from '../tags.ts'

export const words: Translation<typeof en> = {
  tags: 'Schlagwörter',
  tag: 'Schlagwort',
  changeTags: 'Schlagwörter',
  hint: 'Drücken Sie nach jedem Schlagwort die Eingabetaste.',
  title: (count) => `Schlagwörter von ${count} ${count === 1 ? 'Zeile' : 'Zeilen'} ändern`,
  add: 'Hinzufügen',
  remove: 'Entfernen',
  save: 'Schlagwörter ändern',
  changed: 'Schlagwörter geändert',
}
