import { Select } from '#console/components/late-select.tsx'
import { useMailLanguages } from '#console/components/translations/use-languages.ts'
import { paymentLinks } from '#console/strings/payment-links.ts'

interface MailLanguageSelectProps {
  /** Undefined for the language of the order. */
  value: string | undefined
  onChange(locale: string | undefined): void
}

/** The language of a mail to a customer. */
export function MailLanguageSelect({ value, onChange }: MailLanguageSelectProps) {
  const words = paymentLinks.useWords()
  const languages = useMailLanguages()
  return (
    <Select
      label={words.language}
      data={[{ value: OF_ORDER, label: words.languageOfOrder }, ...languages]}
      value={value ?? OF_ORDER}
      onChange={(code) => onChange(code === OF_ORDER ? undefined : (code ?? undefined))}
      allowDeselect={false}
    />
  )
}

const OF_ORDER = 'of-order'
