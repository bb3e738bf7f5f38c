import { html, type Markup, NotFound } from 'cartwright'
import { demoValues } from './demo-values.ts'
import { TEMPLATES, type TemplateName } from './mail.ts'
import { type EmailSettings, isLocale } from './settings.ts'
import { templatesOf } from './templates.ts'

const NAMES: readonly TemplateName[] = [...new Set(Object.values(TEMPLATES))]

export const listPreviews = (): Markup =>
  page(
    'E-mails',
    html`<h1>E-mails</h1><ul>${NAMES.map((name) => html`<li><a href="/dev/emails/${name}">${name}</a></li>`)}</ul>`,
  )

interface Preview {
  template: string
  locale?: string | undefined
  currency: string
}

/** Shows a template with demo data. @throws NotFound */
export function showPreview(settings: EmailSettings, { template: name, locale: wanted, currency }: Preview): Markup {
  const template = NAMES.find((one) => one === name)
  if (!template || !/^[a-z]{3}$/i.test(currency)) throw new NotFound(`The mail template ${name} does not exist`)
  const locale = wanted && isLocale(wanted) ? wanted : settings.MAIL_LOCALE
  const mail = templatesOf(settings).render({ template, locale, values: demoValues(template, currency) })
  return page(
    mail.subject,
    html`<p><a href="/dev/emails">All e-mails</a></p>
<h1>${mail.subject}</h1>
<iframe title="HTML part" srcdoc="${mail.html}"></iframe>
<h2>Text part</h2>
<pre>${mail.text}</pre>`,
  )
}

const page = (title: string, body: Markup): Markup => html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
iframe { width: 100%; height: 32rem; border: 1px solid #ccc; }
pre { padding: 1rem; border: 1px solid #ccc; white-space: pre-wrap; }
</style>
${body}
</html>
`
