import { defineStrings } from './define-strings.ts'

/** Fields and pages of plugins. Their labels and titles come from the plugins. */
export const en = {
  editFields: 'Edit fields',
  editFieldsOf: (name: string) => `Edit the fields of ${name}`,
  fields: 'Fields of plugins',
  values: 'Values of plugins',
  actionDone: (action: string) => `Done: ${action}`,
  uploadFile: 'Upload file',
  replaceFile: 'Replace file',
  removeFile: 'Remove file',
  fileTooLarge: (bytes: number) => `This file is too large. Choose one of at most ${Math.floor(bytes / 1000)} kB.`,
  example: (example: string) => `Such as ${example}`,
}

export const plugins = defineStrings(en, { de: () => import('./de/plugins.ts') })
