import { defineStrings, plural } from './define-strings.ts'

export const en = {
  tags: 'Tags',
  tag: 'Tag',
  changeTags: 'Tags',
  hint: 'Press Enter after each tag.',
  title: (count: number) => `Change the tags of ${count} ${plural(count, 'row', 'rows')}`,
  add: 'Add',
  remove: 'Remove',
  save: 'Change tags',
  changed: 'Tags changed',
}

export const tags = defineStrings(en, { de: () => import('./de/tags.ts') })
