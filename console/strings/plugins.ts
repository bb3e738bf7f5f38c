import { defineStrings } from './define-strings.ts'

/** Fields and pages of plugins. Their labels and titles come from the plugins. */
export const en = {
  editFields: 'Edit fields',
  editFieldsOf: (name: string) => `Edit the fields of ${name}`,
  fields: 'Fields of plugins',
  values: 'Values of plugins',
  actionDone: (action: string) => `Done: ${action}`,
  example: (example: string) => `Such as ${example}`,
}

export const plugins = defineStrings(en, { de: () => import('./de/plugins.ts') })
