import { defineStrings } from './define-strings.ts'

export const en = {
  skip: 'Skip to content',
  menu: 'Menu',
  navigation: 'Main navigation',
  account: (name: string) => `Account of ${name}`,
  language: 'Language',
  appearance: 'Appearance',
  light: 'Light',
  dark: 'Dark',
  auto: 'Like the device',
}

export const shell = defineStrings(en, { de: () => import('./de/shell.ts') })
