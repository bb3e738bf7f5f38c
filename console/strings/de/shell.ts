import type { Translation } from '../define-strings.ts'
import type { en } from '../shell.ts'

export const words: Translation<typeof en> = {
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  navigation: 'Hauptnavigation',
  account: (name) => `Konto von ${name}`,
  language: 'Sprache',
  appearance: 'Darstellung',
  light: 'Hell',
  dark: 'Dunkel',
  auto: 'Wie das Gerät',
}
