import { defineStrings, plural } from './define-strings.ts'

export const en = {
  skip: 'Skip to content',
  menu: 'Menu',
  closeMenu: 'Close the menu',
  needAttention: (count: number) => `${count} ${plural(count, 'needs', 'need')} attention`,
  navigation: 'Main navigation',
  account: (name: string) => `Account of ${name}`,
  ownAccount: 'Your account',
  language: 'Language',
  appearance: 'Appearance',
  light: 'Light',
  dark: 'Dark',
  auto: 'Device',
  shortcuts: 'Keyboard shortcuts',
  openPalette: 'Search the shop',
  focusSearch: 'Search in the list',
  nextRow: 'Next row',
  previousRow: 'Previous row',
  saveForm: 'Save the form',
}

export const shell = defineStrings(en, { de: () => import('./de/shell.ts') })
