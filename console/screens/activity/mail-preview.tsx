import { Alert, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { LoadingLines, useErrorText } from '#console/components/states.tsx'
import { useMailLanguages } from '#console/components/translations/use-languages.ts'
import { activity } from '#console/strings/activity.ts'
import classes from './mail-preview.module.css'

interface MailPreviewProps {
  id: string
  /** Undefined for the language of the order. */
  locale: string | undefined
  onLocale(locale: string | undefined): void
}

/** The mail of a notification as a resend sends it now, in the chosen language. */
export function MailPreview({ id, locale, onLocale }: MailPreviewProps) {
  const words = activity.useWords()
  const textOf = useErrorText()
  const { data, error, isPending } = useQuery(
    trpc.admin.notifications.preview.queryOptions({ id, ...(locale ? { locale } : {}) }, { retry: false }),
  )
  if (isPending) return <LoadingLines lines={4} />
  if (error)
    return (
      <Stack gap="xs">
        {locale && <LocaleSelect label={words.previewLanguage} shown={locale} onChange={onLocale} />}
        <Alert color="gray">{textOf(error)}</Alert>
      </Stack>
    )
  const { subject, html, locale: shown } = data.mail
  return (
    <Stack gap="xs">
      <LocaleSelect label={words.previewLanguage} shown={shown} onChange={onLocale} />
      <Text size="sm" fw={600}>
        {words.previewSubject(subject)}
      </Text>
      <iframe
        key={html}
        title={words.preview}
        className={classes.mail}
        sandbox="allow-same-origin"
        srcDoc={html}
        onLoad={({ currentTarget }) => applyStyles(currentTarget.contentDocument)}
      />
    </Stack>
  )
}

interface LocaleSelectProps {
  label: string
  shown: string
  onChange(locale: string | undefined): void
}

function LocaleSelect({ label, shown, onChange }: LocaleSelectProps) {
  return (
    <Select
      label={label}
      data={useMailLanguages(shown)}
      value={shown}
      onChange={(code) => onChange(code ?? undefined)}
      allowDeselect={false}
    />
  )
}

/** The policy of the console forbids the styles in the HTML of a mail, but not in its elements. The frame runs no scripts. */
function applyStyles(mail: Document | null): void {
  for (const element of mail?.querySelectorAll<HTMLElement>('[style]') ?? [])
    element.style.cssText = element.getAttribute('style') ?? ''
}
