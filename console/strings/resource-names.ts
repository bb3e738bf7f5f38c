import { defineStrings } from './define-strings.ts'

/** The names of the resources that the audit log does not contain. */
export const en = {
  'audit-log': 'Activity',
  changes: 'Live changes',
  events: 'Events',
  plugins: 'Plugins',
  'product-tags': 'Product tags',
  'product-types': 'Product types',
  setup: 'Setup',
  statistics: 'Statistics',
  translations: 'Translations',
  variants: 'Variants and stock',
}

export const resourceNames = defineStrings(en, { de: () => import('./de/resource-names.ts') })
