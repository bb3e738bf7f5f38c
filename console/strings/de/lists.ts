import { plural, type Translation } from '../define-strings.ts'
import type { en } from '../lists.ts'

export const words: Translation<typeof en> = {
  columns: 'Spalten',
  findColumn: 'Spalte suchen',
  usualColumns: 'Übliche Spalten zeigen',
  moveForward: (column) => `${column} nach vorn`,
  moveBack: (column) => `${column} nach hinten`,
  columnAt: (column, place, count) => `${column} ist Spalte ${place} von ${count}`,
  saveView: 'Ansicht speichern',
  viewName: 'Name der Ansicht',
  changeView: (name) => `Ansicht ${name} ändern`,
  withColumns: 'Mit den gezeigten Spalten',
  pasteLost: (count, first) =>
    `${count} ${plural(count, 'eingefügte Zelle hat', 'eingefügte Zellen haben')} keinen Platz in der Tabelle und ${plural(count, 'fehlt', 'fehlen')}, zum Beispiel „${first}“`,
  forAllUsers: 'Für alle Benutzer des Shops',
  viewDeleted: (name) => `Ansicht ${name} gelöscht`,
  viewHidden: (name) => `Ansicht ${name} ist für die anderen Benutzer ausgeblendet`,
  viewExists: 'Sie haben schon eine andere Ansicht mit diesem Namen.',
  replacesView: 'Das ersetzt Ihre Ansicht mit diesem Namen.',
  deleteView: (name) => `Ansicht ${name} löschen`,
}
