import type { Translation } from '../define-strings.ts'
import type { en } from '../rich-text.ts'

export const words: Translation<typeof en> = {
  formatOf: (field) => `Format von ${field}`,
  bold: 'Fett',
  italic: 'Kursiv',
  heading: 'Überschrift',
  bulletList: 'Aufzählung',
  numberedList: 'Nummerierte Liste',
  link: 'Link',
  linkAddress: 'Adresse',
  linkWrong: 'Beginnen Sie mit https://, mailto:, tel: oder /.',
}
