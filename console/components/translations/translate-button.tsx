import type { ButtonProps } from '@mantine/core'
import { translations } from '#console/strings/translations.ts'
import { DialogButton } from '../action/dialog-button.tsx'
import { lazyDialog } from '../action/lazy-dialog.tsx'
import { fieldValue, isTableOf, type PluginField, useTranslatedFields } from '../plugin-fields/plugin-field.ts'
import type { TranslatedRow } from './translated-row.ts'
import { useShopLanguages } from './use-languages.ts'

const TranslationDialog = lazyDialog(async () => (await import('./translation-dialog.tsx')).TranslationDialog)

interface TranslateButtonProps extends ButtonProps {
  /** The name of the row. */
  name: string
  rows: readonly TranslatedRow[]
  language?: string
}

/** Opens the texts of rows in other languages. A shop with one language has no such button. */
export function TranslateButton({ name, rows, language, ...props }: TranslateButtonProps) {
  const words = translations.useWords()
  const languages = useShopLanguages()
  const fields = useTranslatedFields()
  const translatable = rows.map((row) => withFields(row, fields)).filter(({ texts }) => Object.keys(texts).length > 0)
  if (languages.length === 0 || translatable.length === 0) return null
  return (
    <DialogButton
      needs="translations.update"
      text={words.translate}
      label={words.translateOf(name)}
      {...props}
      dialog={(close) => (
        <TranslationDialog name={name} rows={translatable} languages={languages} language={language} onClose={close} />
      )}
    />
  )
}

/** Adds the texts of plugins. */
function withFields({ row = {}, ...translated }: TranslatedRow, fields: readonly PluginField[]): TranslatedRow {
  const texts = fields.flatMap(({ table, name }): [string, string][] => {
    const text = isTableOf(table, translated.entity) ? fieldValue(row, name) : undefined
    return typeof text === 'string' && text !== '' ? [[name, text]] : []
  })
  return { ...translated, texts: { ...translated.texts, ...Object.fromEntries(texts) } }
}
