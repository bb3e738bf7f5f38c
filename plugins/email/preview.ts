import { html, type Markup, type Message, NotFound, type PluginMail } from 'cartwright'
import { demoValues } from './demo-values.ts'
import { TEMPLATES, type TemplateName } from './mail.ts'
import { type EmailSettings, isLocale } from './settings.ts'
import { templatesOf } from './templates.ts'

const NAMES: readonly TemplateName[] = [...new Set(Object.values(TEMPLATES))]

export const listPreviews = (mails: readonly PluginMail[]): Markup =>
  page(
    'E-mails',
    html`<h1>E-mails</h1><ul>${[...NAMES, ...mails.map(({ event }) => event)].map((name) => html`<li><a href="/dev/emails/${name}">${name}</a></li>`)}</ul>`,
  )

interface Preview {
  template: string
  locale?: string | undefined
  currency: string
}

/** Shows a template with demo data. @throws NotFound */
export function showPreview(
  { settings, mails }: { settings: EmailSettings; mails: readonly PluginMail[] },
  { template: name, locale: wanted, currency }: Preview,
): Markup {
  const ofPlugin = mails.find(({ event }) => event === name)
  const template = NAMES.find((one) => one === name)
  if (!(template || ofPlugin) || !/^[a-z]{3}$/i.test(currency))
    throw new NotFound(`The mail template ${name} does not exist`)
  const locale = wanted && isLocale(wanted) ? wanted : settings.MAIL_LOCALE
  const values = { ...demoValues(template, currency), ...(ofPlugin && { data: ofPlugin.demo }) }
  const text: Message['text'] = ofPlugin && ((format) => ofPlugin.compose(ofPlugin.demo, format))
  const mail = templatesOf(settings).render({ template: name, locale, values, ...(text && { text }) })
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
