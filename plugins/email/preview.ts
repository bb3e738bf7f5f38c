import type { DevPage } from 'cartwright'
import { Eta } from 'eta'
import { demoValues } from './demo-values.ts'
import { TEMPLATES, type TemplateName } from './mail.ts'
import { isLocale, settings } from './settings.ts'
import { templatesOf } from './templates.ts'

const { escapeFunction: escapeHtml } = new Eta().config

/** Lists the templates, or shows one with demo data. `?locale=de-DE&currency=eur` sets the format. */
export const previewPage: DevPage = ({ path, query, ...shop }) => {
  const values = settings.of(shop)
  const wanted = query.get('locale') ?? values.MAIL_LOCALE
  const locale = isLocale(wanted) ? wanted : values.MAIL_LOCALE
  const currency = query.get('currency') ?? 'eur'
  if (path === '') return listPage()
  const template = NAMES.find((name) => name === path)
  if (!template || !/^[a-z]{3}$/i.test(currency)) return undefined
  const mail = templatesOf(values).render({ template, locale, values: demoValues(template, currency) })
  return page(
    mail.subject,
    `<p><a href="/dev/emails">All e-mails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<iframe title="HTML part" srcdoc="${escapeHtml(mail.html)}"></iframe>
<h2>Text part</h2>
<pre>${escapeHtml(mail.text)}</pre>`,
  )
}

const NAMES: readonly TemplateName[] = [...new Set(Object.values(TEMPLATES))]

const listPage = (): string =>
  page(
    'E-mails',
    `<h1>E-mails</h1><ul>${NAMES.map((name) => `<li><a href="/dev/emails/${name}">${name}</a></li>`).join('')}</ul>`,
  )

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
iframe { width: 100%; height: 32rem; border: 1px solid #ccc; }
pre { padding: 1rem; border: 1px solid #ccc; white-space: pre-wrap; }
</style>
${body}
</html>
`
