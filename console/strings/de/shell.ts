import { plural, type Translation } from '../define-strings.ts'
import type { en } from '../shell.ts'

export const words: Translation<typeof en> = {
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  closeMenu: 'Menü schließen',
  needAttention: (count) => `${count} ${plural(count, 'braucht', 'brauchen')} Aufmerksamkeit`,
  navigation: 'Hauptnavigation',
  account: (name) => `Konto von ${name}`,
  ownAccount: 'Ihr Konto',
  language: 'Sprache',
  appearance: 'Darstellung',
  light: 'Hell',
  dark: 'Dunkel',
  auto: 'Gerät',
  shortcuts: 'Tastenkürzel',
  openPalette: 'Im Shop suchen',
  focusSearch: 'In der Liste suchen',
  nextRow: 'Nächste Zeile',
  previousRow: 'Vorige Zeile',
  saveForm: 'Formular speichern',
}
