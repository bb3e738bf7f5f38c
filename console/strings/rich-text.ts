import { defineStrings } from './define-strings.ts'

export const en = {
  formatOf: (field: string) => `Format of ${field}`,
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  bulletList: 'Bulleted list',
  numberedList: 'Numbered list',
  link: 'Link',
  linkAddress: 'Address',
  linkWrong: 'Begin with https://, mailto:, tel: or /.',
}

export const richText = defineStrings(en, { de: () => import('./de/rich-text.ts') })
